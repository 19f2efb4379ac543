const text = { type: 'string', minLength: 1 } as const;
const amount = { type: 'number', minimum: 0 } as const;
const figure = { type: 'number' } as const;

function check(kind: string, required: readonly string[], properties: object) {
  return {
    type: 'object',
    required: ['kind', ...required],
    additionalProperties: false,
    properties: { kind: { const: kind }, ...properties },
  };
}

const checks = [
  {
    ...check('expr', ['path'], {
      path: { ...text, description: 'a place in the answer or the state: $.items[0].price' },
      on: { enum: ['output', 'state'], default: 'output' },
      min: figure,
      max: figure,
      exclusive_min: figure,
      exclusive_max: figure,
      equals: {},
      exists: { type: 'boolean' },
    }),
    anyOf: ['min', 'max', 'exclusive_min', 'exclusive_max', 'equals', 'exists'].map((key) => ({ required: [key] })),
  },
  check('regex', ['pattern'], { pattern: text }),
  check('contains', ['value'], { value: text, ignore_case: { type: 'boolean', default: false } }),
  check('not_contains', ['value'], { value: text, ignore_case: { type: 'boolean', default: false } }),
  check('json_schema', ['schema'], { schema: { type: ['object', 'boolean'] } }),
  check('required_tool', ['name'], {
    name: text,
    min_calls: { type: 'integer', minimum: 1, default: 1 },
    successful: { type: 'boolean', default: true },
  }),
  check('forbidden_tool', ['name'], { name: text }),
  check('max_tool_calls', ['value'], { value: { type: 'integer', minimum: 0 }, name: text }),
  check('max_cost', ['value'], { value: { ...amount, description: 'US dollars' } }),
  check('max_duration', ['value'], { value: { ...amount, description: 'seconds' } }),
  check('recorded', [], { name: { ...text, description: 'by default the id of the constraint' } }),
  { type: 'object', required: ['kind'], properties: { kind: { enum: ['judge', 'python'] } } },
];

const constraint = {
  type: 'object',
  required: ['id', 'check'],
  additionalProperties: false,
  properties: {
    id: text,
    description: { type: 'string' },
    check: { anyOf: checks },
    declared_at: { type: 'string', format: 'date-time' },
    protected: { type: 'boolean', default: false, description: 'a fact that every handoff has to keep' },
  },
};

/** JSON Schema of the constraints of a project. */
export const constraintsSchema = {
  description:
    'constraints for every run; a list on its case replaces them; or the path of a file of them, relative to this file',
  anyOf: [text, { type: 'array', items: constraint }],
};

const spec = {
  description: { type: 'string' },
  parameters: { type: ['object', 'boolean'], description: 'JSON Schema of the arguments' },
  read_only: { type: 'boolean', description: 'true for a tool that changes nothing' },
  aliases: { type: 'array', items: text, description: 'other names under which calls of it are recorded' },
};

/** JSON Schema of the tools of a project. */
export const toolsSchema = {
  description:
    'tools of the project: a list, a mapping by name, or the path of a file of them, such as one of OpenAI tools, relative to this file',
  anyOf: [
    text,
    {
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', required: ['name'], properties: { name: text, ...spec } },
          {
            type: 'object',
            required: ['function'],
            properties: { function: { type: 'object', required: ['name'], properties: { name: text } } },
          },
        ],
      },
    },
    {
      type: 'object',
      additionalProperties: { type: ['object', 'null'], additionalProperties: false, properties: spec },
    },
  ],
};
