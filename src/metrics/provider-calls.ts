import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { modelCalls } from '../views/model-calls.ts';
import type { ToolCall } from '../views/tool-calls.ts';

/** Calls of tools that the provider of the model runs itself, such as its search: they stand only in answers. */
export function providerCalls(trace: Trace): ToolCall[] {
  const { ownerOf } = agentRuns(trace);
  return modelCalls(trace).flatMap(({ span, copies }) => {
    const record = [span, ...copies].find(({ outputMessages }) => outputMessages?.length);
    const agent = ownerOf(span);
    return (record?.outputMessages ?? [])
      .flatMap(({ parts }) => parts)
      .flatMap((part): ToolCall[] =>
        part.type === 'server_tool_call' && record
          ? [
              {
                name: part.name ?? 'a tool of the provider',
                ...(part.id !== undefined && { id: part.id }),
                ...(part.arguments !== undefined && { arguments: part.arguments }),
                ...(agent && { agent }),
                requestedBy: record,
              },
            ]
          : [],
      );
  });
}
