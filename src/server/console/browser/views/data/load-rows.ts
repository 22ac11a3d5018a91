import type { ConsoleEntity, ConsoleModel } from '../../../console-data.ts';
import { parseExact } from '../../state/exact-json.ts';
import { Failure, follow, load } from '../../state/send.ts';
import type { Receive } from '../../state/use-resource.ts';
import { type Condition, type Entities, graphqlFilter, odataFilter } from './conditions.ts';

export interface SortOrder {
  readonly field: string;
  readonly isDescending: boolean;
}

export interface PageRequest {
  readonly entity: ConsoleEntity;
  readonly columns: readonly string[];
  readonly conditions: readonly Condition[];
  readonly sorting?: SortOrder;
  readonly size: number;
  /** Cursor of the last row of the previous page, or a number of rows to skip. */
  readonly after?: string;
}

export type Row = Readonly<Record<string, unknown>>;

export interface RowPage {
  readonly rows: readonly Row[];
  /** Absent if the API does not count. */
  readonly totalCount?: number;
  /** `after` of the next page; absent on the last page. */
  readonly next?: string;
}

/** A request for a page of rows, to send and to display. */
export interface PageQuery {
  readonly api: 'graphql' | 'rest';
  readonly url: string;
  /** Present for GraphQL only. */
  readonly query?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const apiOf = ({ graphql }: ConsoleEntity): 'graphql' | 'rest' =>
  graphql?.connection === undefined && graphql?.list === undefined ? 'rest' : 'graphql';

export function buildPageQuery(request: PageRequest, { paths }: ConsoleModel, entities: Entities): PageQuery {
  const { entity } = request;
  if (apiOf(entity) === 'rest' || paths.graphql === undefined) return buildRestQuery(request, entities);
  const { connection, list, filterType } = entity.graphql ?? {};
  const { columns, conditions, sorting, size, after } = request;
  const filter = graphqlFilter(conditions, entity, entities);
  const usesFilter = filter !== undefined && filterType !== undefined;
  const cursor = connection === undefined ? 'offset' : 'after';
  const parameters = [
    '$first: Int',
    ...(after === undefined ? [] : [`$after: ${connection === undefined ? 'Int' : 'String'}`]),
    ...(usesFilter ? [`$filter: ${filterType}`] : []),
  ];
  const options = [
    'first: $first',
    ...(after === undefined ? [] : [`${cursor}: $after`]),
    ...(usesFilter ? ['filter: $filter'] : []),
    ...(sorting === undefined ? [] : [`orderBy: { ${sorting.field}: ${sorting.isDescending ? 'DESC' : 'ASC'} }`]),
  ];
  const fields = (indent: string): string => columns.map((column) => `${indent}${column}`).join('\n');
  const body =
    connection === undefined
      ? `  ${list}(${options.join(', ')}) {\n${fields('    ')}\n  }`
      : `  ${connection}(${options.join(', ')}) {\n    totalCount\n    hasNextPage\n    endCursor\n    items {\n${fields('      ')}\n    }\n  }`;
  // One additional row shows whether another page follows.
  const first = connection === undefined ? size + 1 : size;
  const position = after === undefined ? {} : { after: connection === undefined ? Number(after) : after };
  return {
    api: 'graphql',
    url: paths.graphql,
    query: `query Rows(${parameters.join(', ')}) {\n${body}\n}`,
    variables: { first, ...position, ...(usesFilter && { filter }) },
  };
}

function buildRestQuery(request: PageRequest, entities: Entities): PageQuery {
  const { entity, columns, conditions, sorting, size, after } = request;
  const filter = odataFilter(conditions, entity, entities);
  const options = {
    $select: columns.join(','),
    ...(filter !== undefined && { $filter: filter }),
    ...(sorting !== undefined && { $orderby: `${sorting.field} ${sorting.isDescending ? 'desc' : 'asc'}` }),
    $first: String(size),
    ...(after !== undefined && { [/^\d+$/.test(after) ? '$skip' : '$after']: after }),
    $count: 'true',
  };
  const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { api: 'rest', url: `${entity.rest?.path ?? ''}?${query.join('&')}` };
}

interface ConnectionBody {
  readonly items: readonly Row[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

interface RestBody {
  readonly value: readonly Row[];
  readonly count?: number;
  readonly nextLink?: string;
}

interface GraphqlBody {
  readonly data: Readonly<Record<string, unknown>>;
}

/** @throws Failure */
export async function loadRows(
  request: PageRequest,
  { api, url, query, variables }: PageQuery,
  signal: AbortSignal,
): Promise<RowPage> {
  if (api === 'rest') {
    const { value, count, nextLink } = await load<RestBody>(url, { signal }, parseExact);
    const next = nextLink === undefined ? undefined : readPosition(nextLink);
    return { rows: value, ...(count !== undefined && { totalCount: count }), ...(next !== undefined && { next }) };
  }
  const body = { query, variables };
  return readPage(request, await load<GraphqlBody>(url, { method: 'POST', body, signal }, parseExact));
}

/** Milliseconds until a live query starts again, after its connection has ended. */
const RECONNECT_MS = 1_000;

/**
 * Passes a page of rows to `receive`, now and whenever the page changes. Ends only with an error. @throws Failure
 */
export async function followRows(
  request: PageRequest,
  { url, query = '', variables }: PageQuery,
  signal: AbortSignal,
  receive: Receive<RowPage>,
): Promise<never> {
  const body = { query: query.replace(/^query/, 'subscription'), variables };
  for (;;) {
    try {
      const results = follow<GraphqlBody>(url, { method: 'POST', body, signal }, parseExact);
      for await (const result of results) receive(readPage(request, result));
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 0) throw error;
    }
    receive(undefined);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    signal.throwIfAborted();
  }
}

function readPage({ entity, size, after }: PageRequest, { data }: GraphqlBody): RowPage {
  const { connection, list } = entity.graphql ?? {};
  if (connection !== undefined) {
    const { items, totalCount, hasNextPage, endCursor } = data[connection] as ConnectionBody;
    return { rows: items, totalCount, ...(hasNextPage && endCursor !== null && { next: endCursor }) };
  }
  const rows = data[list ?? ''] as readonly Row[];
  const next = rows.length > size ? { next: String(Number(after ?? 0) + size) } : {};
  return { rows: rows.slice(0, size), ...next };
}

/** Returns the cursor or the number of rows to skip. */
function readPosition(nextLink: string): string | undefined {
  const { searchParams } = new URL(nextLink, location.href);
  return searchParams.get('$after') ?? searchParams.get('$skip') ?? undefined;
}
