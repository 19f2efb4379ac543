/** What a field of a case may hold. `free`: any value, read by metrics. */
export type Shape =
  | 'free'
  | 'text'
  | 'text or number'
  | 'true or false'
  | 'a whole number of 1 or more'
  | 'a mapping'
  | 'a list'
  | { readonly list: Shape }
  | { readonly members: Readonly<Record<string, Shape>>; readonly required?: readonly string[] };

const TOOL: Shape = {
  members: { name: 'text', description: 'text', parameters: 'free', read_only: 'true or false' },
  required: ['name'],
};

/** The shape of a case in a file, in snake_case. */
export const CASE_SHAPE: Shape = {
  members: {
    id: 'text',
    task: { members: { id: 'text', version: 'text' }, required: ['id'] },
    trial: 'text or number',
    prompt: 'free',
    reference: 'free',
    context: 'free',
    expected_calls: { list: { members: { name: 'text', arguments: 'free' }, required: ['name'] } },
    constraints: 'a list',
    tools: { list: TOOL },
    step_cap: 'a whole number of 1 or more',
    escalation: { members: { expected: 'true or false' }, required: ['expected'] },
    rubric_groups: 'a mapping',
    tags: { list: 'text' },
    recorded: {
      members: { success: 'free', constraints: 'a mapping', escalated: 'true or false', scores: 'a mapping' },
    },
    match: { members: { session: 'text', trace: 'text', attributes: 'a mapping' } },
  },
  required: ['id'],
};
