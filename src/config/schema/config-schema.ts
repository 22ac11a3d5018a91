import { dataSourceSchema } from './data-source-schema.ts';
import { entitySchema } from './entity-schema.ts';
import { type JsonSchema, object, texts } from './json-schema.ts';
import { runtimeSchema } from './runtime-schema.ts';

/** The JSON Schema of the configuration once `@env` is replaced; the published schema and its table derive from it. */
export const configSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Joinery configuration',
  ...object(
    'What Joinery serves, from which database, to whom.',
    {
      $schema: { description: 'Where editors find this schema.', type: 'string' },
      'data-source': dataSourceSchema,
      'data-source-files': texts('Files with further entities of the same database, relative to this file.', [
        ['sales.json', 'stock.json'],
      ]),
      runtime: runtimeSchema,
      entities: {
        description: 'The resources of the APIs, by name.',
        type: 'object',
        minProperties: 1,
        additionalProperties: entitySchema,
      },
    },
    ['data-source', 'entities'],
  ),
};
