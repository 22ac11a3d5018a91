import { closest, distance } from 'fastest-levenshtein';

/** Joinery terms with synonyms from other tools and SQL. The first row whose term is among the candidates wins. */
const SYNONYMS: readonly (readonly [term: string, synonyms: string])[] = [
  // Operators of GraphQL precede those of OData, because the first row wins.
  ['eq', 'equals equalTo isEqualTo is'],
  ['neq', 'ne not notEquals notEqualTo isNot isDistinctFrom'],
  ['ne', 'neq notEquals notEqualTo isNot'],
  ['gt', 'greaterThan after'],
  ['gte', 'ge greaterThanOrEqual greaterThanOrEqualTo min'],
  ['ge', 'gte greaterThanOrEqual greaterThanOrEqualTo'],
  ['lt', 'lessThan before'],
  ['lte', 'le lessThanOrEqual lessThanOrEqualTo max'],
  ['le', 'lte lessThanOrEqual lessThanOrEqualTo'],
  ['nin', 'notIn'],
  ['isNull', 'null is exists'],
  ['icontains', 'ilike containsInsensitive includesInsensitive likeInsensitive imatch iregex iregexp'],
  ['inotContains', 'nilike notIlike notContainsInsensitive notIncludesInsensitive notLikeInsensitive'],
  ['istartsWith', 'startsWithInsensitive'],
  ['iendsWith', 'endsWithInsensitive'],
  ['contains', 'like ilike includes matches match regex regexp similar substringOf fts'],
  ['notContains', 'nlike notLike notIncludes nsimilar nregex'],
  ['startsWith', 'beginsWith prefix'],
  ['startswith', 'beginsWith prefix'],
  ['endsWith', 'suffix'],
  ['endswith', 'suffix'],
  ['tolower', 'lower lcase lowercase'],
  ['toupper', 'upper ucase uppercase'],
  ['length', 'len charLength size'],
  ['hasAll', 'contains cs hasEvery containsAll'],
  ['hasAny', 'ov hasSome overlaps anyEqualTo containsAny'],
  ['has', 'includes'],
  ['some', 'any exists'],
  ['every', 'all'],
  ['any', 'some'],
  ['filter', 'where condition conditions having criteria'],
  ['orderBy', 'order orders sort sortBy sorting'],
  ['orderby', 'order sort sortBy sorting'],
  ['first', 'limit take top pageSize perPage'],
  ['offset', 'skip'],
  ['skip', 'offset'],
  ['search', 'q query text fts'],
  ['after', 'cursor startAfter startCursor'],
  ['before', 'endBefore'],
  ['select', 'fields columns'],
  ['expand', 'include embed populate with'],
  ['count', 'total totalCount inlineCount'],
  ['item', 'input data object values record patch set'],
  ['items', 'inputs data objects records nodes edges rows results value'],
  ['ifMatch', 'etag'],
  ['totalCount', 'count total aggregate'],
  ['affected', 'affectedRows affectedCount'],
  ['endCursor', 'pageInfo cursor'],
  ['read', 'select get list view query'],
  ['create', 'insert add post'],
  ['update', 'patch put edit modify'],
  ['delete', 'remove destroy'],
  ['execute', 'exec run call'],
  ['start', 'serve server run dev up launch'],
  ['validate', 'check lint verify test'],
  ['compile', 'schema sdl generate export build'],
  ['explain', 'sql plan'],
  ['connection-string', 'url uri dsn connection databaseUrl dbUri'],
  ['database-type', 'type kind client provider engine dialect'],
  ['data-source', 'database db datasource'],
  ['entities', 'tables models collections types'],
  ['permissions', 'roles rules access grants'],
  ['source', 'table from'],
  ['policy', 'check filter where condition using rowFilter'],
  ['fields', 'columns'],
  ['relationships', 'relations references associations joins'],
  ['postgresql', 'pg psql postgres'],
  ['mssql', 'sqlserver tsql azuresql'],
  ['development', 'dev'],
  ['production', 'prod'],
];

const normalizeName = (word: string): string => word.replace(/[_$@-]/g, '').toLowerCase();

const termsBySynonym: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Map.groupBy(
      SYNONYMS.flatMap(([term, synonyms]) =>
        synonyms.split(' ').map((word) => ({ term, normalized: normalizeName(word) })),
      ),
      ({ normalized }) => normalized,
    ),
  ].map(([normalized, pairs]) => [normalized, pairs.map(({ term }) => term)]),
);

const MAX_NAME_LENGTH = 200;

/** Returns the known name of equal meaning or spelling: `_like` → `contains`, `order_by` → `orderBy`. */
export function findSynonym(name: string, names: Iterable<string>): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const candidates = [...names];
  const normalized = normalizeName(name);
  if (normalized === '') return undefined;
  const sameSpelling = candidates.find((candidate) => normalizeName(candidate) === normalized);
  if (sameSpelling !== undefined) return sameSpelling;
  return termsBySynonym
    .get(normalized)
    ?.map((term) => candidates.find((candidate) => candidate === term || candidate === `$${term}`))
    .find((match) => match !== undefined);
}

/** Returns true if two adjacent characters are swapped: `nmae` and `name`. */
function isTransposed(name: string, candidate: string): boolean {
  const at = candidate.split('').findIndex((unit, index) => unit !== name[index]);
  return (
    at >= 0 &&
    name.length === candidate.length &&
    name === `${candidate.slice(0, at)}${candidate[at + 1] ?? ''}${candidate[at] ?? ''}${candidate.slice(at + 2)}`
  );
}

/** Returns the closest known name: `ordres` → `orders`. */
export function nearest(name: string, knownNames: Iterable<string>): string | undefined {
  const candidates = [...knownNames];
  if (candidates.length === 0) return undefined;
  const synonym = findSynonym(name, candidates);
  if (synonym !== undefined || name.length > MAX_NAME_LENGTH) return synonym;
  const swapped = candidates.find((candidate) => isTransposed(name, candidate));
  if (swapped !== undefined) return swapped;
  const best = closest(name, candidates);
  return distance(name, best) <= Math.max(1, Math.floor(Math.max(name.length, best.length) * 0.4)) ? best : undefined;
}

/** Returns ` Did you mean "orders"?`, or '' if no name is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const suggestion = nearest(name, candidates);
  return suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
}
