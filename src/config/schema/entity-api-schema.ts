import { defaults } from '../defaults.ts';
import { choice, flag, type JsonSchema, object, text } from './json-schema.ts';

export const entityRestSchema: JsonSchema = {
  ...object('The entity in the REST API: `false` leaves it out, a text is its path.', {
    enabled: flag('Whether the REST API has the entity.', true),
    path: text("Path below the REST API's own; the entity's name where it is not given.", ['orders', 'sales/orders']),
    methods: {
      description: 'Methods that run a stored procedure.',
      type: 'array',
      items: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
      uniqueItems: true,
      minItems: 1,
      default: defaults.procedure.methods,
    },
    expand: flag(
      'Whether `$expand` may bring related items along; as `runtime.rest.expand` says.',
      defaults.rest.expand,
    ),
  }),
  type: ['boolean', 'string', 'object'],
  minLength: 1,
};

export const entityGraphqlSchema: JsonSchema = {
  ...object("The entity in the GraphQL API: `false` or null leaves it out, a text is its type's name.", {
    enabled: flag('Whether the GraphQL API has the entity.', true),
    type: {
      ...object(
        "Name of the type, from which the fields' names are made; the entity's name where it is not given.",
        {
          singular: text('Name of one, as the object type has it.', ['Person']),
          plural: text('Name of many; made from `singular` where it is not given.', ['People']),
        },
        ['singular'],
      ),
      type: ['string', 'object'],
      minLength: 1,
      examples: ['Person'],
    },
    operation: choice(
      'The root type on which a stored procedure stands.',
      ['query', 'mutation'],
      defaults.procedure.operation,
    ),
  }),
  type: ['boolean', 'string', 'null', 'object'],
  minLength: 1,
};

// A header's value of directives: https://www.rfc-editor.org/rfc/rfc9111#section-5.2
const DIRECTIVE = '[A-Za-z-]+(=([0-9]+|"[^"]*"))?';

const cacheControlText = (description: string): JsonSchema => ({
  description,
  type: 'string',
  pattern: `^${DIRECTIVE}(, ?${DIRECTIVE})*$`,
  default: defaults.cacheControl.anonymous,
  examples: ['public, max-age=60'],
});

export const cacheControlSchema: JsonSchema = {
  ...object('The header Cache-Control of answers; a text is for callers without an identity.', {
    anonymous: cacheControlText('For callers without an identity.'),
    identified: choice(
      '`private` lets the caller itself keep the answer.',
      ['no-store', 'private'],
      defaults.cacheControl.identified,
    ),
  }),
  type: ['string', 'object'],
  pattern: `^${DIRECTIVE}(, ?${DIRECTIVE})*$`,
  examples: ['public, max-age=60'],
};
