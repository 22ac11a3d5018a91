import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BigNumber, parseJson } from '../../src/base/json.ts';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { edgeEntities, edgeTables, edgeTypes, entityOf } from '../oracle/values/edge-values.ts';
import { describeOn } from '../support/servers.ts';

interface Item {
  readonly k: unknown;
  readonly v: unknown;
  readonly n: number;
}

const SELECTED = '{ k v n }';
const json = { 'content-type': 'application/json' };

/** Returns a value in a URL, or in quotes. */
const textOf = (value: unknown): string => (value instanceof BigNumber ? value.text : String(value));

/** Returns a value as a literal of `$filter`: JSON strings are quoted. */
const literalOf = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : textOf(value);

/** Includes NaN and infinities. */
const numberOf = (value: unknown): string =>
  ({ NaN: 'NaN', Infinity: 'INF', '-Infinity': '-INF' })[textOf(value)] ?? textOf(value);

const NUMBERS = ['Single', 'Float', 'Decimal'];

describeOn('postgres', 'values that were read', () => {
  let served: ServedTables;
  beforeAll(async () => {
    served = await serveTables('round_trip_values', edgeTables, edgeEntities);
  });
  afterAll(async () => {
    expect(served.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    await served.close();
  });

  const rest = async (method: string, path: string, body?: unknown, headers: object = {}) => {
    const response = await fetch(path.startsWith('http') ? path : `${served.origin}/api/${path}`, {
      method,
      headers: { ...(body !== undefined && json), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : parseJson(text),
    };
  };
  /** Preserves the digits of numbers in both directions. */
  const graphql = async (query: string, variables: object = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${served.origin}/graphql`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = parseJson(await response.text()) as { data: Record<string, unknown>; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify({ query, variables, errors }));
    return data;
  };

  describe.each(edgeTypes.map((edge, index) => [edge.type, index] as const))('of the type %s', (_type, index) => {
    const entity = entityOf(index);
    const { scalar, values } = edgeTypes[index] ?? { scalar: 'Int', values: [] };
    const [one, many] = [`of${index}_by_pk`, `of${index}s`];
    const readAll = async () => (await graphql(`{ ${many}(first: 100) ${SELECTED} }`))[many] as readonly Item[];
    const only = (item: Item) => ({ [many]: [item] });

    it('are equal and complete over both APIs', async () => {
      const items = await readAll();
      expect(items.map(({ n }) => n).sort((left, right) => left - right)).toEqual(values.map((_, n) => n));
      expect((await rest('GET', entity)).body).toEqual({ value: items });
    });

    it('are found by GraphQL: by eq and in, as variables, literals, and keys', async () => {
      for (const item of await readAll()) {
        const variables = { k: item.k };
        expect(
          await graphql(`query ($k: ${scalar}!) { ${many}(filter: { v: { eq: $k } }) ${SELECTED} }`, variables),
        ).toEqual(only(item));
        expect(
          await graphql(`query ($k: [${scalar}]) { ${many}(filter: { v: { in: $k } }) ${SELECTED} }`, { k: [item.k] }),
        ).toEqual(only(item));
        expect(await graphql(`query ($k: ${scalar}!) { ${one}(k: $k) ${SELECTED} }`, variables)).toEqual({
          [one]: item,
        });
        const written = scalar === 'Color' ? textOf(item.k) : JSON.stringify(item.k);
        expect(await graphql(`{ ${many}(filter: { v: { eq: ${written} } }) ${SELECTED} }`)).toEqual(only(item));
        expect(await graphql(`{ ${one}(k: ${written}) ${SELECTED} }`)).toEqual({ [one]: item });
      }
    });

    it('are found by REST: by $filter and as keys', async () => {
      for (const item of await readAll()) {
        const literal = NUMBERS.includes(scalar) ? numberOf(item.k) : literalOf(item.k);
        for (const condition of [`v eq ${literal}`, `${literal} eq v`, `v in (${literal})`]) {
          const found = await rest('GET', `${entity}?$filter=${encodeURIComponent(condition)}`);
          expect([condition, found.body]).toEqual([condition, { value: [item] }]);
        }
        const key = encodeURIComponent(textOf(item.k));
        for (const path of [...(key === '' ? [] : [key]), `k/${key}`]) {
          expect((await rest('GET', `${entity}/${path}`)).body).toEqual(item);
        }
      }
    });

    it('are valid in cursors, forwards and backwards, by key and by column', async () => {
      const items = await readAll();
      for (const order of ['k: ASC', 'k: DESC', 'v: ASC', 'v: DESC']) {
        const list = `${many}_connection`;
        const [column, direction] = order.split(': ');
        const [all] = await served.sql(`select array_agg(n order by ${column} ${direction}) as n from t${index}`);
        const seen: number[] = [];
        let after: unknown = null;
        for (let page = 0; page <= items.length; page += 1) {
          const data = await graphql(
            `query ($after: String) { ${list}(first: 1, after: $after, orderBy: { ${order} }) { items ${SELECTED} endCursor hasNextPage } }`,
            { after },
          );
          const {
            items: found,
            endCursor,
            hasNextPage,
          } = data[list] as {
            items: readonly Item[];
            endCursor: string;
            hasNextPage: boolean;
          };
          seen.push(...found.map(({ n }) => n));
          after = endCursor;
          if (!hasNextPage) break;
        }
        expect([order, seen]).toEqual([order, all?.n]);
        const back = await graphql(
          `query ($before: String) { ${list}(last: 100, before: $before, orderBy: { ${order} }) { items ${SELECTED} } }`,
          { before: after },
        );
        expect((back[list] as { items: readonly Item[] }).items.map(({ n }) => n)).toEqual(seen.slice(0, -1));
      }
    });

    it('can be written back: created, alone and with a note, updated, replaced, and compared by ETag', async () => {
      const T = entity;
      for (const item of await readAll()) {
        const path = `${entity}/k/${encodeURIComponent(textOf(item.k))}`;
        const removed = await graphql(`mutation ($k: ${scalar}!) { x: delete${T}(k: $k) ${SELECTED} }`, { k: item.k });
        expect(removed).toEqual({ x: item });
        const note = `mutation ($item: CreateNote${index}Input!) { x: createNote${index}(item: $item) { k of ${SELECTED} } }`;
        expect(await graphql(note, { item: { of: item } })).toEqual({ x: { k: item.k, of: item } });
        await graphql(`mutation { deleteNote${index}s(filter: {}, all: true) { affected } }`);
        expect((await rest('DELETE', path)).status).toBe(204);
        const posted = await rest('POST', entity, item);
        expect([posted.status, posted.body]).toEqual([201, item]);
        expect((await rest('GET', posted.headers.get('location') ?? '')).body).toEqual(item);
        const { k, ...others } = item;
        const { _etag } = (await graphql(`query ($k: ${scalar}!) { x: ${one}(k: $k) { _etag } }`, { k })).x as {
          _etag: string;
        };
        const variables = { k, item: { v: item.v }, ifMatch: _etag };
        const update = `mutation ($k: ${scalar}!, $item: Update${T}Input!, $ifMatch: String) { x: update${T}(k: $k, item: $item, ifMatch: $ifMatch) ${SELECTED} }`;
        expect(await graphql(update, variables)).toEqual({ x: item });
        const put = await rest('PUT', path, item, { 'if-match': (await rest('GET', path)).headers.get('etag') ?? '' });
        expect([put.status, put.body]).toEqual([200, item]);
        expect((await rest('PATCH', path, { v: item.v })).body).toEqual(item);
        expect((await rest('DELETE', path)).status).toBe(204);
        const replaced = await rest('PUT', path, others);
        expect([replaced.status, replaced.body]).toEqual([201, item]);
        expect(await served.sql(`select k = v as same, n from t${index} where n = ${item.n}`)).toEqual([
          { same: true, n: item.n },
        ]);
      }
    });
  });
});
