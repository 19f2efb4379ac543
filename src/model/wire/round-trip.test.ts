import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { canonicalJson } from '../canonical-json.ts';
import type { Json } from '../json.ts';
import { SPAN_KINDS } from '../span.ts';
import { CONTEXTS, EDGE_STATUSES, EVIDENCES, MODES, OUTPUT_SOURCES, SCOPES, STATES, STATUSES } from './choices.ts';
import { fromWire } from './from-wire.ts';
import { WIRE_SCHEMAS } from './schemas.ts';
import { toWire, type WireRecord } from './to-wire.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const id = fc.string({ minLength: 1, maxLength: 12 });
// A null at the top of a field means absent, so it does not come back.
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null) as fc.Arbitrary<Json>;
const count = fc.nat(2 ** 40);
const ns = fc.bigInt({ min: 0n, max: 10n ** 19n });
const flag = fc.boolean();
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString'));
const attributes = fc.array(fc.tuple(key, fc.jsonValue({ maxDepth: 2 })), { maxLength: 4 }).map((all) => new Map(all));
const of = <T extends string>(words: readonly T[]) => fc.constantFrom(...words);

/** An object of which only the required members must be there. */
function some<T extends object>(members: { [K in keyof T]: fc.Arbitrary<unknown> }, requiredKeys: (keyof T)[]) {
  return fc.record(members as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: requiredKeys as string[] });
}
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });
const at = some({ file: text, line: count, pointer: text }, ['file']);
const call = some({ type: fc.constant('tool_call'), id, name: text, arguments: json, argumentsRaw: text }, [
  'type',
  'name',
]);
const part = fc.oneof(
  fc.record({ type: of(['text', 'refusal', 'reasoning']), content: text }),
  call,
  some({ type: fc.constant('tool_call_response'), id, name: text, response: json, isError: flag }, ['type']),
  some({ type: fc.constant('blob'), mimeType: text, content: text }, ['type', 'content']),
  some({ type: fc.constant('file'), fileId: text, mimeType: text }, ['type']),
  some({ type: fc.constant('uri'), uri: text, mimeType: text }, ['type', 'uri']),
  some({ type: fc.constant('server_tool_call'), id, name: text, arguments: json }, ['type']),
  some({ type: fc.constant('server_tool_call_response'), id, response: json }, ['type']),
  some({ type: fc.constant('compaction'), content: text }, ['type']),
  fc.record({ type: fc.constant('generic'), kind: text, value: json }),
);
const role = of(['system', 'developer', 'user', 'assistant', 'tool', 'other']);
const messages = list(some({ role, name: text, parts: list(part), finishReason: text }, ['parts']));
const definitions = list(some({ name: text, description: text, parameters: json, readOnly: flag }, ['name']));
const span = some(
  {
    traceId: id,
    spanId: id,
    parentId: id,
    sessionId: text,
    name: text,
    kind: of(SPAN_KINDS),
    kindRaw: text,
    startNs: ns,
    endNs: ns,
    status: of(STATUSES),
    statusMessage: text,
    errors: list(some({ type: text, message: text, source: text }, ['source'])),
    agent: some({ name: text, id: text, role: text, description: text, path: text, version: text }, []),
    inputMessages: messages,
    outputMessages: messages,
    outputSource: of(OUTPUT_SOURCES),
    contentCaptured: flag,
    toolCalls: list(call),
    systemInstructions: list(part),
    tool: some(
      {
        name: text,
        callId: text,
        type: text,
        description: text,
        arguments: json,
        argumentsRaw: text,
        result: json,
        resultIsError: flag,
      },
      ['name'],
    ),
    toolDefinitions: definitions,
    model: some({ requested: text, responded: text, provider: text }, []),
    responseId: text,
    usage: some(
      {
        inputUncached: count,
        cacheRead: count,
        cacheWrite: count,
        output: count,
        reasoning: count,
        inputTotalReported: count,
        scope: of(SCOPES),
        coverage: of(['full', 'partial', 'unknown']),
      },
      ['scope', 'coverage'],
    ),
    cost: fc.record({ usd: fc.double({ min: 0, max: 1e6, noNaN: true }), scope: of(SCOPES), source: text }),
    finishReasons: list(text),
    attempt: count,
    retryOf: text,
    duplicateOf: text,
    links: list(fc.record({ traceId: text, spanId: text })),
    events: list(some({ name: text, timeNs: ns, attributes }, ['name', 'attributes'])),
    attributes,
    at,
  },
  ['traceId', 'spanId', 'name', 'kind', 'status', 'errors', 'finishReasons', 'links', 'events', 'attributes', 'at'],
);
const delegation = some(
  {
    id,
    traceId: id,
    fromSpanId: text,
    fromAgent: text,
    viaToolCallId: text,
    viaSpanId: text,
    toSpanId: text,
    toAgent: text,
    mode: of(MODES),
    task: text,
    context: of(CONTEXTS),
    contextEvidence: of(EVIDENCES),
    basis: of(['reported', 'inferred']),
    status: of(EDGE_STATUSES),
    resultText: text,
    required: flag,
    at,
  },
  ['id', 'traceId', 'mode', 'context', 'contextEvidence', 'basis', 'status', 'at'],
);
const terminal = some(
  {
    state: of(STATES),
    reason: text,
    by: of(['agent', 'user', 'framework', 'human']),
    source: of(['reported', 'derived']),
  },
  ['state', 'source'],
);
const evaluationCase = some(
  {
    id,
    task: some({ id: text, version: text }, ['id']),
    trial: fc.oneof(text, count),
    prompt: json,
    reference: json,
    context: json,
    expectedCalls: list(some({ name: text, arguments: json }, ['name'])),
    constraints: list(json),
    tools: definitions,
    stepCap: count,
    escalation: fc.record({ expected: flag }),
    rubricGroups: json,
    tags: list(text),
    recorded: json,
    match: some({ session: text, trace: text, attributes }, []),
    at,
  },
  ['id', 'at'],
);
const record = fc.oneof(
  fc.record({ type: fc.constant('span'), span }),
  fc.record({ type: fc.constant('delegation'), delegation }),
  some({ type: fc.constant('trace'), traceId: id, sessionId: text, terminal }, ['type', 'traceId']),
  some({ type: fc.constant('case'), case: evaluationCase, traceId: id }, ['type', 'case']),
) as unknown as fc.Arbitrary<WireRecord>;

describe('the wire form', () => {
  it('gives back every record that was written, without a problem', () => {
    fc.assert(
      fc.property(record, (written) => {
        const wire = toWire(written);
        const problems: Problem[] = [];
        const read = fromWire(JSON.parse(JSON.stringify(wire)) as Json, { file: 'here' }, (each) =>
          problems.push(each),
        );
        expect(problems).toEqual([]);
        expect(canonicalJson(read)).toBe(canonicalJson(written));
        expect(read && canonicalJson(toWire(read))).toBe(canonicalJson(wire));
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it('has the shape of its schema, whatever the record', () => {
    fc.assert(
      fc.property(record, (written) => {
        const wire = JSON.parse(JSON.stringify(toWire(written))) as unknown;
        expect(WIRE_SCHEMAS[written.type].safeParse(wire).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 60, seed: 2 },
    );
  });
});
