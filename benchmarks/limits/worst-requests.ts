import { getIntrospectionQuery } from 'graphql';
import { TEXT_COLUMNS } from './open-ground.ts';

/** The most expensive known request within a limit. */
export interface WorstRequest {
  /** Key in `runtime.limits`, or the name of another bound. */
  readonly limit: string;
  readonly asks: string;
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
const ask =
  (query: string, variable = '0'): WorstRequest['make'] =>
  (turn) => ({
    path: '/graphql',
    body: `{"query":${JSON.stringify(`${query}\n# ${turn}`)},"variables":{"v":${variable}}}`,
  });

const get =
  (path: string): WorstRequest['make'] =>
  (turn) => ({ path: `${path}&$skip=${turn}` });

const filtered = (json: string) => ask('query ($v: NoteFilterInput) { notes(filter: $v, first: 1) { id } }', json);
const ordered = (json: string) => ask('query ($v: [NoteOrderByInput!]) { notes(orderBy: $v, first: 1) { id } }', json);
const column = (index: number): string => `t${index % TEXT_COLUMNS}`;
const everyText = repeat(TEXT_COLUMNS, column);

/** Ten words that occur in no row. With 19 columns, they exhaust the comparisons of a filter. */
const words = (start: number, count = 9): string => repeat(count, (index) => `${start}z${index}`);

/** Five introspections with unique aliases per turn. */
function fiveTimes(query: string, turn: number): string {
  const start = query.indexOf('__schema');
  const end = query.indexOf('fragment');
  const schema = query.slice(start, query.lastIndexOf('}', end));
  return `{ ${repeat(5, (one) => `s${turn}x${one}: ${schema}`)} } ${query.slice(end)}`;
}

export const worstRequests: readonly WorstRequest[] = [
  { limit: 'body-bytes', asks: 'a document of 1 MB of commas', make: ask(`${','.repeat(1_048_000)}{ __typename }`) },
  {
    limit: 'json-values',
    asks: '99,000 undeclared variables',
    make: (turn) => ({
      path: '/graphql',
      body: `{"query":"{ __typename }","variables":{${repeat(99_000, (index) => `"${index}":${turn % 9}`, ',')}}}`,
    }),
  },
  {
    limit: 'json-depth',
    asks: 'a value 500 levels deep',
    make: (turn) => ({
      path: '/graphql',
      body: `{"query":"{ __typename }","variables":{"v${turn}":${nest(498, '[', '1', ']')}}}`,
    }),
  },
  {
    limit: 'url-bytes',
    asks: '`$filter` with a list of 1,000 numbers',
    make: get(`/api/Note?$filter=amount+in+(${repeat(1_000, (index) => `${1e9 + index}`, ',')})`),
  },
  {
    limit: 'tokens',
    asks: 'fields with the same response key',
    make: ask(`{ notes(first: 1) { ${repeat(170, () => 'parent { id amount t0 }')} } }`),
  },
  {
    limit: 'depth',
    asks: 'items through nine relationships',
    make: ask(`{ notes(first: 1000) { ${nest(8, 'parent { ', everyText, ' }')} } }`),
  },
  {
    limit: 'fields',
    asks: '1,400 fields in fragments, doubled at each level',
    make: ask(
      `{ notes(first: 1000) { ...F0 } } ${repeat(6, (level) => `fragment F${level} on Note { ${everyText} ${level < 5 ? `parent { ...F${level + 1} } children(first: 1) { ...F${level + 1} }` : ''} }`)}`,
    ),
  },
  {
    limit: 'aliases',
    asks: '30 searches of nine words in 19 columns each',
    make: (turn) =>
      ask(`{ ${repeat(30, (one) => `s${one}: notes(search: "${words(turn, 8)} ${one}y", first: 1) { id }`)} }`)(turn),
  },
  {
    limit: 'rows',
    asks: 'a million rows in two lists',
    make: ask('{ branches(first: 1000) { leaves(first: 1000) { id } } }'),
  },
  {
    limit: 'cost',
    asks: 'a million rows in two lists, nine times',
    make: ask(`{ ${repeat(9, (one) => `b${one}: branches(first: 1000) { leaves(first: 1000) { id } }`)} }`),
  },
  {
    limit: 'filter-nodes',
    asks: '199 substring searches in 19 columns',
    make: (turn) =>
      filtered(`{"or":[${repeat(199, (index) => `{"${column(index)}":{"icontains":"${turn}z${index}"}}`, ',')}]}`)(
        turn,
      ),
  },
  {
    limit: 'in-values',
    asks: '1,000 values that match no row, in a column without an index',
    make: filtered(`{"t0":{"in":[${repeat(1_000, (index) => `"${index}"`, ',')}]}}`),
  },
  {
    limit: 'order-terms',
    asks: '20 terms through ten relationships each, for 5,000 rows',
    make: ordered(
      `[${repeat(20, (index) => nest(10, '{"parent":', `{"${index === 19 ? 'amount' : column(index)}":"DESC"}`, '}'), ',')}]`,
    ),
  },
  {
    limit: 'order-terms, of groups',
    asks: 'groups by 21 fields, for 5,000 rows',
    make: ask(
      `{ notes_connection { groupBy(fields: [id, amount, ${everyText}], first: 1) { fields { id } aggregations { count } } } }`,
    ),
  },
  {
    limit: 'search-words',
    asks: '9 words in 19 columns (each word and column is a comparison)',
    make: (turn) => ask(`{ notes(search: "${words(turn)}", first: 1) { id } }`)(turn),
  },
  {
    limit: 'pattern-length',
    asks: '199 substrings of 2,000 characters, in strings with the same start',
    make: filtered(
      `{"or":[${repeat(199, (index) => `{"${column(index)}":{"icontains":"${'a'.repeat(1_990)}${1e5 + index}"}}`, ',')}]}`,
    ),
  },
  {
    limit: 'cursor-bytes',
    asks: 'an invalid cursor of 4,096 bytes',
    make: ask('query ($v: String) { notes_connection(after: $v) { items { id } } }', `"${'W10'.repeat(1_365)}"`),
  },
  {
    limit: 'new-rows',
    asks: '1,000 rows, nested three deep',
    make: ask(
      'mutation ($v: CreateLetterInput!) { createLetter(item: $v) { id } }',
      `{"replies":[${repeat(333, () => '{"replies":[{"note":"a"},{"note":"b"}]}', ',')}]}`,
    ),
  },
  {
    limit: 'response-bytes',
    asks: 'a response of 53 MB',
    make: ask(
      `{ ${repeat(2, (one) => `a${one}: notes(first: 1000) { parent { children(first: 10) { ${everyText} } } }`)} }`,
    ),
  },
  {
    limit: 'statement-timeout-ms',
    asks: 'a page after a million rows',
    make: ask('{ leaves(offset: 999999, first: 1) { id } }'),
  },
  {
    limit: 'introspection, 300 entities',
    asks: 'the introspection query of tools, first time',
    // Aliases are part of the cache key; comments are not.
    make: (turn) => ask(getIntrospectionQuery().replace('__schema', `s${turn}: __schema`))(turn),
  },
  {
    limit: 'introspection, 300 entities',
    asks: 'the same query five times in one document',
    make: (turn) => ask(fiveTimes(getIntrospectionQuery(), turn))(turn),
  },
  { limit: 'introspection, 300 entities', asks: 'the same query again', make: () => ask(getIntrospectionQuery())(0) },
  {
    limit: 'introspection, 300 entities',
    asks: 'the same query again, compressed with Brotli',
    make: () => ({ ...ask(getIntrospectionQuery())(0), encoding: 'br' }),
  },
];
