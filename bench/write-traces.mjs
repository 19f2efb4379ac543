import { closeSync, openSync, writeSync } from 'node:fs';

const SPANS_A_LINE = 100;
const START = 1_790_000_000_000_000_000n;

const text = (key, stringValue) => ({ key, value: { stringValue } });
const whole = (key, number) => ({ key, value: { intValue: String(number) } });
const hex = (number, length) => number.toString(16).padStart(length, '0');
const reply = (words) => JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: words }] }]);

/** Where an agent's own agent stands: `wide` puts all subagents below the root, `deep` each below the one before it. */
function issuerOf(agent, shape) {
  return shape === 'deep' ? Math.max(0, agent - 18) : 0;
}

/** A root agent, subagents of 18 spans, and in each a model call and a tool call by turns. */
function makeSpan(trace, index, shape) {
  const startTimeUnixNano = String(START + BigInt(trace) * 3_600_000_000_000n + BigInt(index) * 1_000_000n);
  const endTimeUnixNano = String(BigInt(startTimeUnixNano) + 900_000n);
  const agent = index === 0 ? 0 : index - ((index - 1) % 18);
  const isAgent = index === agent;
  const span = {
    traceId: hex(trace + 1, 32),
    spanId: hex(trace * 10_000_000 + index + 1, 16),
    startTimeUnixNano,
    endTimeUnixNano,
    kind: 1,
    status: { code: 1 },
  };
  if (index > 0) span.parentSpanId = hex(trace * 10_000_000 + (isAgent ? issuerOf(agent, shape) : agent) + 1, 16);
  if (isAgent) {
    const name = index === 0 ? 'planner' : `worker-${((index / 18) % 10) | 0}`;
    span.name = `invoke_agent ${name}`;
    span.attributes = [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', name),
      text('gen_ai.output.messages', reply(`Part ${index} is done: the figures were read and compared.`)),
    ];
  } else if (index % 2 === 0) {
    span.name = 'chat example-model';
    span.attributes = [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'example-model'),
      text('gen_ai.response.id', `resp-${trace}-${index}`),
      whole('gen_ai.usage.input_tokens', 200 + (index % 50)),
      whole('gen_ai.usage.output_tokens', 20 + (index % 7)),
      text('gen_ai.output.messages', reply(`Step ${index}: I read the next table.`)),
    ];
  } else {
    span.name = 'execute_tool read_table';
    span.attributes = [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', 'read_table'),
      text('gen_ai.tool.call.id', `call-${trace}-${index}`),
      text('gen_ai.tool.call.arguments', `{"table":"sales","page":${index}}`),
      text('gen_ai.tool.call.result', `{"rows":${index % 100}}`),
    ];
  }
  return span;
}

/** Writes `traces` traces of `spans` spans each as OTLP JSON lines; the same call always writes the same bytes. */
export function writeTraces(path, traces, spans, shape = 'wide') {
  const file = openSync(path, 'w');
  for (let trace = 0; trace < traces; trace++) {
    for (let from = 0; from < spans; from += SPANS_A_LINE) {
      const count = Math.min(SPANS_A_LINE, spans - from);
      const list = Array.from({ length: count }, (_, offset) => makeSpan(trace, from + offset, shape));
      writeSync(file, `${JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] })}\n`);
    }
  }
  closeSync(file);
}
