import { getIntrospectionQuery } from 'graphql';
import { TEXT_COLUMNS } from './open-ground.ts';

/** The most expensive known request within a limit. */
export interface WorstRequest {
  /** Key in `runtime.limits`, or the name of another bound. */
  readonly limit: string;
  readonly description: string;
  /** Returns the n-th request. Each differs, so caches do not help. */
  readonly make: (turn: number) => Asked;
}

export interface Asked {
  readonly path: string;
  /** JSON; absent for GET. */
  readonly body?: string;
  /** `Accept-Encoding`; default: `identity`. */
  readonly encoding?: string;
}

const repeat = (count: number, make: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(between);

const nest = (levels: number, before: string, inner: string, after: string): string =>
  before.repeat(levels) + inner + after.repeat(levels);

/** A comment makes each document unique. */
const graphqlRequest =
  (query: string, variable = '0'): WorstRequest['make'] =>
  (turn) => ({
    path: '/graphql',
    body: `{"query":${JSON.stringify(`${query}\n# ${turn}`)},"variables":{"v":${variable}}}`,
  });

const get =
  (path: string): WorstRequest['make'] =>
  (turn) => ({ path: `${path}&$skip=${turn}` });

const filtered = (json: string) =>
  graphqlRequest('query ($v: NoteFilterInput) { notes(filter: $v, first: 1) { id } }', json);
const ordered = (json: string) =>
  graphqlRequest('query ($v: [NoteOrderByInput!]) { notes(orderBy: $v, first: 1) { id } }', json);
const column = (index: number): string => `t${index % TEXT_COLUMNS}`;
const everyText = repeat(TEXT_COLUMNS, column);

/** Returns ten words that occur in no row. With 19 columns, they exhaust the comparisons of a filter. */
const words = (start: number, count = 9): string => repeat(count, (index) => `${start}z${index}`);

/** Returns five introspections with unique aliases per turn. */
function fiveTimes(query: string, turn: number): string {
  const start = query.indexOf('__schema');
  const end = query.indexOf('fragment');
  const schema = query.slice(start, query.lastIndexOf('}', end));
  return `{ ${repeat(5, (one) => `s${turn}x${one}: ${schema}`)} } ${query.slice(end)}`;
}

export const worstRequests: readonly WorstRequest[] = [
  {
    limit: 'body-bytes',
    description: 'a document of 1 MB of commas',
    make: graphqlRequest(`${','.repeat(1_048_000)}{ __typename }`),
  },
  {
    limit: 'json-values',
    description: '99,000 undeclared variables',
    make: (turn) => ({
      path: '/graphql',
      body: `{"query":"{ __typename }","variables":{${repeat(99_000, (index) => `"${index}":${turn % 9}`, ',')}}}`,
    }),
  },
  {
    limit: 'json-depth',
    description: 'a value 500 levels deep',
    make: (turn) => ({
      path: '/graphql',
      body: `{"query":"{ __typename }","variables":{"v${turn}":${nest(498, '[', '1', ']')}}}`,
    }),
  },
  {
    limit: 'url-bytes',
    description: '`$filter` with a list of 1,000 numbers',
    make: get(`/api/Note?$filter=amount+in+(${repeat(1_000, (index) => `${1e9 + index}`, ',')})`),
  },
  {
    limit: 'tokens',
    description: 'fields with the same response key',
    make: graphqlRequest(`{ notes(first: 1) { ${repeat(170, () => 'parent { id amount t0 }')} } }`),
  },
  {
    limit: 'depth',
    description: 'items through nine relationships',
    make: graphqlRequest(`{ notes(first: 1000) { ${nest(8, 'parent { ', everyText, ' }')} } }`),
  },
  {
    limit: 'fields',
    description: '1,400 fields in fragments, doubled at each level',
    make: graphqlRequest(
      `{ notes(first: 1000) { ...F0 } } ${repeat(6, (level) => `fragment F${level} on Note { ${everyText} ${level < 5 ? `parent { ...F${level + 1} } children(first: 1) { ...F${level + 1} }` : ''} }`)}`,
    ),
  },
  {
    limit: 'aliases',
    description: '30 searches of nine words in 19 columns each',
    make: (turn) =>
      graphqlRequest(
        `{ ${repeat(30, (one) => `s${one}: notes(search: "${words(turn, 8)} ${one}y", first: 1) { id }`)} }`,
      )(turn),
  },
  {
    limit: 'rows',
    description: 'a million rows in two lists',
    make: graphqlRequest('{ branches(first: 1000) { leaves(first: 1000) { id } } }'),
  },
  {
    limit: 'cost',
    description: 'a million rows in two lists, nine times',
    make: graphqlRequest(`{ ${repeat(9, (one) => `b${one}: branches(first: 1000) { leaves(first: 1000) { id } }`)} }`),
  },
  {
    limit: 'filter-nodes',
    description: '199 substring searches in 19 columns',
    make: (turn) =>
      filtered(`{"or":[${repeat(199, (index) => `{"${column(index)}":{"icontains":"${turn}z${index}"}}`, ',')}]}`)(
        turn,
      ),
  },
  {
    limit: 'in-values',
    description: '1,000 values that match no row, in a column without an index',
    make: filtered(`{"t0":{"in":[${repeat(1_000, (index) => `"${index}"`, ',')}]}}`),
  },
  {
    limit: 'order-terms',
    description: '20 terms through ten relationships each, for 5,000 rows',
    make: ordered(
      `[${repeat(20, (index) => nest(10, '{"parent":', `{"${index === 19 ? 'amount' : column(index)}":"DESC"}`, '}'), ',')}]`,
    ),
  },
  {
    limit: 'order-terms, of groups',
    description: 'groups by 21 fields, for 5,000 rows',
    make: graphqlRequest(
      `{ notes_connection { groupBy(fields: [id, amount, ${everyText}], first: 1) { fields { id } aggregations { count } } } }`,
    ),
  },
  {
    limit: 'search-words',
    description: '9 words in 19 columns (each word and column is a comparison)',
    make: (turn) => graphqlRequest(`{ notes(search: "${words(turn)}", first: 1) { id } }`)(turn),
  },
  {
    limit: 'pattern-length',
    description: '199 substrings of 2,000 characters, in strings with the same start',
    make: filtered(
      `{"or":[${repeat(199, (index) => `{"${column(index)}":{"icontains":"${'a'.repeat(1_990)}${1e5 + index}"}}`, ',')}]}`,
    ),
  },
  {
    limit: 'cursor-bytes',
    description: 'an invalid cursor of 4,096 bytes',
    make: graphqlRequest(
      'query ($v: String) { notes_connection(after: $v) { items { id } } }',
      `"${'W10'.repeat(1_365)}"`,
    ),
  },
  {
    limit: 'new-rows',
    description: '1,000 rows, nested three deep',
    make: graphqlRequest(
      'mutation ($v: CreateLetterInput!) { createLetter(item: $v) { id } }',
      `{"replies":[${repeat(333, () => '{"replies":[{"note":"a"},{"note":"b"}]}', ',')}]}`,
    ),
  },
  {
    limit: 'response-bytes',
    description: 'a response of 53 MB',
    make: graphqlRequest(
      `{ ${repeat(2, (one) => `a${one}: notes(first: 1000) { parent { children(first: 10) { ${everyText} } } }`)} }`,
    ),
  },
  {
    limit: 'statement-timeout-ms',
    description: 'a page after a million rows',
    make: graphqlRequest('{ leaves(offset: 999999, first: 1) { id } }'),
  },
  {
    limit: 'introspection, 300 entities',
    description: 'the introspection query of tools, first time',
    // Aliases are part of the cache key; comments are not.
    make: (turn) => graphqlRequest(getIntrospectionQuery().replace('__schema', `s${turn}: __schema`))(turn),
  },
  {
    limit: 'introspection, 300 entities',
    description: 'the same query five times in one document',
    make: (turn) => graphqlRequest(fiveTimes(getIntrospectionQuery(), turn))(turn),
  },
  {
    limit: 'introspection, 300 entities',
    description: 'the same query again',
    make: () => graphqlRequest(getIntrospectionQuery())(0),
  },
  {
    limit: 'introspection, 300 entities',
    description: 'the same query again, compressed with Brotli',
    make: () => ({ ...graphqlRequest(getIntrospectionQuery())(0), encoding: 'br' }),
  },
];
