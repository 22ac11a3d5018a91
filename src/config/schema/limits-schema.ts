import { defaults } from '../defaults.ts';
import { type JsonSchema, object, wholeNumber } from './json-schema.ts';

type Limit = keyof typeof defaults.limits;

const limit = (key: Limit, description: string): Record<string, JsonSchema> => ({
  [key]: wholeNumber(description, defaults.limits[key]),
});

export const limitsSchema: JsonSchema = object('What one request may cost.', {
  ...limit('body-bytes', 'Bytes of a request body.'),
  ...limit('url-bytes', 'Bytes of a URL, path and query.'),
  ...limit('in-values', 'Values in one `in` or `nin`.'),
  ...limit('request-timeout-ms', 'Milliseconds for a whole request.'),
  ...limit(
    'anonymous-statement-ms',
    'Milliseconds that the database may take for one read of a caller who is not authenticated; at most `data-source.statement-timeout-ms`.',
  ),
  ...limit('response-bytes', 'Bytes of a response body.'),
  ...limit('send-timeout-ms', 'Milliseconds for which a client may take nothing of its answer.'),
  ...limit('sending-bytes', 'Bytes of answers that wait to be taken by their clients, over all connections.'),
  ...limit('operation-cache-bytes', 'Bytes that compiled operations may hold in memory, over all requests.'),
  ...limit('depth', 'Levels of a GraphQL document.'),
  ...limit('aliases', 'Aliases in a GraphQL document.'),
  ...limit('directives', 'Directives in a GraphQL document.'),
  ...limit('tokens', 'Tokens of a GraphQL document, or of an option of a URL; commas are none.'),
  ...limit('fields', 'Fields that an operation selects, with what its fragments stand for.'),
  ...limit(
    'cost',
    'What a GraphQL document may cost, by the page sizes written in it; anything where it is not given with `compatibility`.',
  ),
  ...limit(
    'rows',
    'Rows along any one path of an operation at worst: the product of its page sizes; any number where it is not given with `compatibility`.',
  ),
  ...limit('filter-nodes', 'Comparisons and connectives in one filter, empty ones counted.'),
  ...limit('order-terms', 'Terms of one order; fields of one `groupBy`.'),
  ...limit('search-words', 'Words of one search.'),
  ...limit('pattern-length', 'Characters of a text that is looked for within others.'),
  ...limit('cursor-bytes', 'Bytes of a cursor.'),
  ...limit('new-rows', 'Rows that one request may create, nested ones counted.'),
  ...limit('json-values', 'Values in a JSON body, members of objects and lists counted.'),
  ...limit('json-depth', 'Levels of objects and lists in a JSON body.'),
  'requests-per-minute': wholeNumber(
    'Requests of one client in a minute; any number where it is not given.',
    undefined,
  ),
});
