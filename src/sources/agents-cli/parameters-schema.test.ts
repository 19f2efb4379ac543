import { expect, it } from 'vitest';
import { parametersSchema } from './parameters-schema.ts';

it('writes the types of the SDK as JSON Schema, and leaves properties called `type` and `nullable` alone', () => {
  const parameters = {
    type: 'OBJECT',
    properties: {
      type: { type: 'STRING', nullable: true, enum: ['STRING'] },
      nullable: { type: 'ARRAY', items: { any_of: [{ type: 'INTEGER' }, { type: 'NULL' }] } },
    },
    required: ['type'],
  };
  expect(parametersSchema({ name: 'f', parameters })).toEqual({
    type: 'object',
    properties: {
      type: { type: ['string', 'null'], enum: ['STRING', null] },
      nullable: { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
    },
    required: ['type'],
  });
});

it('takes a JSON Schema as it is, under either key', () => {
  const schema = { type: 'object', properties: { kind: { const: 'STRING' } } };
  expect(parametersSchema({ parameters_json_schema: schema, parameters: { type: 'OBJECT' } })).toEqual(schema);
  expect(parametersSchema({ parametersJsonSchema: schema })).toEqual(schema);
  expect(parametersSchema({ name: 'f' })).toBeUndefined();
});
