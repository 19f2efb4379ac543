import { expect, it } from 'vitest';
import type { Json } from '../../model/json.ts';
import { agent, makeTrace, tool } from '../../testing/make-trace.ts';
import { toolCalls } from '../../views/tool-calls.ts';
import { rejectionOf } from './runtime-rejection.ts';

function rejection(result: Json, failed = true, errorType?: string): string | undefined {
  const errors = errorType === undefined ? {} : { errors: [{ type: errorType, source: 'status' }] };
  const trace = makeTrace(agent('root', { children: [tool('get_weather', { result, failed, ...errors })] }));
  const [call] = toolCalls(trace);
  return call && rejectionOf(call);
}

it.each([
  '<tool_use_error>Error: No such tool available: get_weather</tool_use_error>',
  "Unknown tool: 'get_weather'",
  'Error: get_weather is not a valid tool, try one of [search].',
  'ModelBehaviorError: Tool get_weather not found in agent planner',
  'Function get_weather is not found in the tools_dict.',
])('knows a tool that its runtime does not have: %s', (text) => {
  expect(rejection(text)).toBe('unknown_tool');
});

it.each([
  '<tool_use_error>InputValidationError: get_weather failed due to the following issue</tool_use_error>',
  'MCP error -32602: Invalid arguments for tool get_weather: [{"code":"invalid_type"}]',
  'Invoking `get_weather()` failed as the following mandatory input parameters are not present:\ncity',
  "TypeError: get_weather() got an unexpected keyword argument 'zip'",
  "get_weather() missing 1 required positional argument: 'city'",
  '1 validation error for call[get_weather]\ncity\n  Missing required argument',
  '2 validation errors for GetWeatherArgs',
])('knows arguments that a runtime refused: %s', (text) => {
  expect(rejection(text)).toBe('invalid_arguments');
});

it('goes by the type or code of an error as well, and by an error that is no text', () => {
  expect(rejection(null, true, 'InvalidToolArguments')).toBe('invalid_arguments');
  expect(rejection({ error: { code: -32602, message: 'odd' } })).toBe('invalid_arguments');
  expect(rejection({ error: 'Function get_weather is not found in the tools_dict.' }, false)).toBe('unknown_tool');
  expect(rejection([{ type: 'text', text: 'Unknown tool: get_weather' }])).toBe('unknown_tool');
});

it.each<[Json, boolean, string?]>([
  ['Error: the parameters of the sensor are invalid', true],
  ['Error: payment method not found', true],
  ['Error: user tool_1 not found', true],
  ["TypeError: parse_row() missing 1 required positional argument: 'row'", true],
  ['3 validation errors for WeatherReport', true],
  ['timed out', true, 'timeout'],
  ['The log says: Unknown tool: x', false],
  [{ code: 'invalid_arguments' }, false],
  ['rain', false],
])('takes nothing else for a refusal: %j', (result, failed, errorType) => {
  expect(rejection(result, failed, errorType)).toBeUndefined();
});
