import type { Random } from '../generate/random.ts';
import { type Apis, answerOf, dataOf, describe } from './apis.ts';
import type { Judge } from './judge.ts';
import type { Kind } from './kind.ts';
import { type KindCondition, makeCondition } from './make-condition.ts';
import { entityOf, keyEntityOf, keyTableOf, listOf, tableOf } from './tables.ts';

/** A kind and its judge. */
export interface CompareContext {
  readonly kind: Kind;
  readonly apis: Apis;
  readonly judge: Judge;
  readonly random: Random;
}

type Ids = readonly { readonly id: number }[];

const idsOf = (rows: Ids): string => rows.map(({ id }) => id).join();

const idsBy = async ({ judge }: CompareContext, sql: string): Promise<string> =>
  (await judge.query(sql)).map(([id]) => id).join();

/** Reads the values as written, and as printed. */
export async function knownValues({ kind, judge }: CompareContext): Promise<readonly string[]> {
  const shown = await judge.query(`select w from ${tableOf(kind)}`);
  return [...new Set([...kind.values, ...shown.map(([value]) => String(value))])];
}

/** Checks that the output equals the native output of the type. */
export async function compareShown({ kind, apis, judge }: CompareContext): Promise<string | undefined> {
  const { value } = await dataOf<{ value: readonly { v: string | null }[] }>(
    apis,
    `{ value: ${listOf(kind)}(orderBy: { id: ASC }) { v } }`,
  );
  const expected = await judge.query(`select v from ${tableOf(kind)} order by id`);
  const [found, expectedJson] = [JSON.stringify(value.map(({ v }) => [v])), JSON.stringify(expected)];
  return found === expectedJson ? undefined : `shown: ${found} instead of ${expectedJson}`;
}

/** Compares the rows of a random condition over every API. */
export async function compareConditions(context: CompareContext, count: number): Promise<readonly string[]> {
  const { kind, judge, random, apis } = context;
  const values = await knownValues(context);
  const mismatches: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const condition = makeCondition(kind, values, judge, random);
    const expected = await idsBy(context, `select id from ${tableOf(kind)} where ${condition.sql} order by id`);
    for (const [path, found] of await queryAll(condition, kind, apis)) {
      if (found !== expected) mismatches.push(`${path} ${condition.expression}: ${found} instead of ${expected}`);
    }
  }
  return mismatches;
}

async function queryAll(
  { filter, expression }: KindCondition,
  kind: Kind,
  apis: Apis,
): Promise<readonly (readonly [string, string])[]> {
  const list = (argument: string) => `value: ${listOf(kind)}(filter: ${argument}, orderBy: { id: ASC }) { id }`;
  const byVariable = await dataOf<{ value: Ids }>(apis, `query ($f: ${entityOf(kind)}FilterInput) { ${list('$f')} }`, {
    variables: { f: filter },
  });
  const byDocument = await dataOf<{ value: Ids }>(apis, `{ ${list(write(filter))} }`);
  const both = [['variable', idsOf(byVariable.value)] as const, ['document', idsOf(byDocument.value)] as const];
  if (apis.rest === undefined) return both;
  const answer = await apis.rest.get(entityOf(kind), { $filter: expression, $select: 'id', $orderby: 'id' });
  const byRest = answer.status === 200 ? idsOf(answer.body.value as unknown as Ids) : answer.text;
  return [...both, ['$filter', byRest]];
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${write(member)}`)
    .join(', ')} }`;
}

const directions = ['ASC', 'DESC', 'ASC_NULLS_FIRST', 'DESC_NULLS_LAST'] as const;

/** Compares all rows in each order, as a list and, with connections, by pages in both directions and over REST. */
export async function compareOrders(context: CompareContext): Promise<readonly string[]> {
  const { kind, judge, random, apis } = context;
  const mismatches: string[] = [];
  for (const field of ['v', 'w']) {
    for (const direction of directions) {
      const descending = direction.startsWith('DESC');
      const nullsFirst = direction === 'DESC' || direction === 'ASC_NULLS_FIRST';
      const nulls = `case when ${judge.isNull(field)} then ${nullsFirst ? 0 : 2} else 1 end`;
      const terms = `${nulls}, ${judge.column(field, kind)}${descending ? ' desc' : ''}, id`;
      const expected = await idsBy(context, `select id from ${tableOf(kind)} order by ${terms}`);
      const order = `orderBy: { ${field}: ${direction} }`;
      const { value } = await dataOf<{ value: Ids }>(apis, `{ value: ${listOf(kind)}(${order}) { id } }`);
      const found = [['list', idsOf(value)]];
      if (apis.rest !== undefined) {
        found.push(['forward', await walk(context, order, { size: random.int(1, 9), fromEnd: false })]);
        found.push(['backward', await walk(context, order, { size: random.int(1, 9), fromEnd: true })]);
        found.push(['nextLink', await follow(context, `${field} ${describeOrder(direction)}`, random.int(3, 9))]);
      }
      for (const [path, ids] of found) {
        if (ids !== expected) mismatches.push(`${path} ${order}: ${ids} instead of ${expected}`);
      }
    }
  }
  return mismatches;
}

function describeOrder(direction: (typeof directions)[number]): string {
  const [word = '', ...nulls] = direction.toLowerCase().split('_');
  return [word, ...nulls].join(' ');
}

interface Page {
  readonly value: { readonly items: Ids; readonly startCursor: string; readonly endCursor: string } & Readonly<
    Record<'hasNextPage' | 'hasPreviousPage', boolean>
  >;
}

async function walk(
  { kind, apis }: CompareContext,
  order: string,
  { size, fromEnd }: { readonly size: number; readonly fromEnd: boolean },
): Promise<string> {
  let ids: readonly number[] = [];
  let cursor: string | undefined;
  for (;;) {
    const place = cursor === undefined ? '' : `, ${fromEnd ? 'before' : 'after'}: "${cursor}"`;
    const page = `${fromEnd ? 'last' : 'first'}: ${size}${place}`;
    const observations = 'hasNextPage hasPreviousPage startCursor endCursor items { id }';
    const { value } = await dataOf<Page>(
      apis,
      `{ value: ${listOf(kind)}_connection(${order}, ${page}) { ${observations} } }`,
    );
    const found = value.items.map(({ id }) => id);
    ids = fromEnd ? [...found, ...ids] : [...ids, ...found];
    if (!(fromEnd ? value.hasPreviousPage : value.hasNextPage)) return ids.join();
    cursor = fromEnd ? value.startCursor : value.endCursor;
  }
}

async function follow({ kind, apis }: CompareContext, order: string, size: number): Promise<string> {
  const ids: number[] = [];
  let answer = await apis.rest?.get(entityOf(kind), { $orderby: order, $select: 'id', $first: size });
  for (;;) {
    if (answer?.status !== 200) return String(answer?.text);
    ids.push(...(answer.body.value as unknown as Ids).map(({ id }) => id));
    if (answer.body.nextLink === undefined) return ids.join();
    answer = await apis.rest?.fetch(answer.body.nextLink);
  }
}

interface Groups {
  readonly value: {
    readonly groupBy: readonly {
      readonly fields: { readonly v: string | null };
      readonly aggregations: { readonly count: number; readonly distinct: number };
    }[];
  };
}

/** Compares groups of equal values in order. */
export async function compareGroups(context: CompareContext): Promise<string | undefined> {
  const { kind, apis, judge } = context;
  const column = judge.column('v', kind);
  const groups = `groupBy(fields: [v], orderBy: { fields: { v: DESC } }) { fields { v } aggregations { count distinct: count(field: v, distinct: true) } }`;
  const { value } = await dataOf<Groups>(apis, `{ value: ${listOf(kind)}_connection { ${groups} } }`);
  const expected = await judge.query(
    `select count(*), count(distinct ${column}) from ${tableOf(kind)} group by ${column} order by ${column} desc nulls first`,
  );
  const counts = value.groupBy.map(({ aggregations: { count, distinct } }) => [`${count}`, `${distinct}`]);
  if (JSON.stringify(counts) !== JSON.stringify(expected)) return `groups: ${JSON.stringify(value)}`;
  for (const { fields, aggregations } of value.groupBy) {
    if (fields.v === null) continue;
    const [[count] = []] = await judge.query(
      `select count(*) from ${tableOf(kind)} where ${column} = ${judge.literal(fields.v, kind)}`,
    );
    if (count !== `${aggregations.count}`)
      return `a group shows ${fields.v} for ${aggregations.count} rows, not ${count}`;
  }
  return undefined;
}

/** Compares minimum and maximum of groups, and `having` on them. */
export async function compareMinimumAndMaximum(context: CompareContext): Promise<readonly string[]> {
  const { kind, apis, judge, random } = context;
  const column = judge.column('v', kind);
  const table = tableOf(kind);
  const value = random.pick(await knownValues(context));
  const mismatches: string[] = [];
  const aggregations = 'aggregations { count minimum { v } maximum { v } }';
  const arguments_ = 'fields: [g], having: { max: { v: { gte: $x } } }, orderBy: { max: { v: DESC } }';
  const { found } = await dataOf<{
    found: {
      groupBy: readonly {
        fields: { g: number };
        aggregations: { count: number; minimum: { v: string }; maximum: { v: string } };
      }[];
    };
  }>(
    apis,
    `query ($x: String) { found: ${listOf(kind)}_connection { groupBy(${arguments_}) { fields { g } ${aggregations} } } }`,
    { variables: { x: value } },
  );
  const most = `(select ${column} from ${table} i where i.g = o.g and not (${judge.isNull('v')}) order by ${column} desc limit 1)`;
  const expected = await judge.query(
    `select g from ${table} o group by g having ${most} >= ${judge.literal(value, kind)} order by ${most} desc, g`,
  );
  const groups = found.groupBy.map(({ fields }) => [`${fields.g}`]);
  if (JSON.stringify(groups) !== JSON.stringify(expected)) {
    mismatches.push(`max >= ${value}: ${JSON.stringify(groups)} instead of ${JSON.stringify(expected)}`);
  }
  for (const { fields, aggregations: shown } of found.groupBy) {
    for (const [path, text] of [
      ['<', shown.minimum.v],
      ['>', shown.maximum.v],
    ] as const) {
      const literal = judge.literal(text, kind);
      const [[beyond, equal] = []] = await judge.query(
        `select count(case when ${column} ${path} ${literal} then 1 end), count(case when ${column} = ${literal} then 1 end) from ${table} where g = ${fields.g}`,
      );
      if (beyond !== '0' || equal === '0') mismatches.push(`${text} is not the last ${path} of group ${fields.g}`);
    }
  }
  return mismatches;
}

/** Checks that each row is found by its printed key, in GraphQL, in paths, and for a write with its ETag. */
export async function compareKeys({ kind, apis, judge }: CompareContext): Promise<readonly string[]> {
  const mismatches: string[] = [];
  const entity = keyEntityOf(kind);
  const byKey = `${entity.charAt(0).toLowerCase()}${entity.slice(1)}_by_pk`;
  for (const [shown, n] of await judge.query(`select v, n from ${keyTableOf(kind)}`)) {
    const { value } = await dataOf<{ value: unknown }>(apis, `query ($v: String!) { value: ${byKey}(v: $v) { v n } }`, {
      variables: { v: shown },
    });
    const expected = JSON.stringify({ v: shown, n: Number(n) });
    if (JSON.stringify(value) !== expected) mismatches.push(`by key ${shown}: ${JSON.stringify(value)}`);
    if (apis.rest === undefined) continue;
    const path = shown === '' ? 'v/' : encodeURIComponent(String(shown));
    const actual = await apis.rest.get(`${entity}/${path}`);
    if (actual.text !== expected) mismatches.push(`GET ${path}: ${actual.text}`);
    const headers = { 'if-match': String(actual.headers.etag), 'content-type': 'application/json' };
    const change = { method: 'PATCH', headers, body: `{"n":${Number(n) + 100}}` };
    const changed = await apis.rest.get(`${entity}/${path}`, {}, change);
    if (changed.text !== JSON.stringify({ v: shown, n: Number(n) + 100 })) {
      mismatches.push(`PATCH ${path}: ${changed.text}`);
    }
    const repeated = await apis.rest.get(`${entity}/${path}`, {}, change);
    if (repeated.status !== 412) mismatches.push(`PATCH ${path} with an old tag: ${repeated.text}`);
  }
  return mismatches;
}

/** Checks that a policy compares with a claim like the database. */
export async function comparePolicy(context: CompareContext): Promise<readonly string[]> {
  const { kind, apis, judge } = context;
  const mismatches: string[] = [];
  for (const value of kind.values) {
    const operator = kind.has === 'order' ? '>=' : '=';
    const where = `${judge.column('v', kind)} ${operator} ${judge.literal(value, kind)}`;
    const expected = await idsBy(context, `select id from ${tableOf(kind)} where ${where} order by id`);
    const options = { role: 'claiming', claims: { v: value } };
    const { found } = await dataOf<{ found: Ids }>(apis, `{ found: ${listOf(kind)} { id } }`, options);
    if (idsOf(found) !== expected) mismatches.push(`claim ${value}: ${idsOf(found)} instead of ${expected}`);
  }
  const invalid = { role: 'claiming', claims: { v: kind.invalid } };
  const refused =
    kind.invalid === undefined ? 'Forbidden' : describe(await answerOf(apis, `{ ${listOf(kind)} { id } }`, invalid));
  return refused.startsWith('Forbidden') ? mismatches : [...mismatches, `claim ${kind.invalid}: ${refused}`];
}

/** Checks that invalid values are client errors everywhere. */
export async function compareInvalid({ kind, apis }: CompareContext): Promise<readonly string[]> {
  const { invalid: v } = kind;
  if (v === undefined) return [];
  const operators = kind.has === 'order' ? ['eq', 'gt', 'in'] : ['eq', 'in'];
  const filters = operators.map(
    (operator) =>
      `query ($v: String) { ${listOf(kind)}(filter: { v: { ${operator}: ${operator === 'in' ? '[$v]' : '$v'} } }) { id } }`,
  );
  const group = `query ($v: String) { ${listOf(kind)}_connection { groupBy(having: { max: { v: { gt: $v } } }) { fields { g } } } }`;
  const entity = keyEntityOf(kind);
  const byKey = `query ($v: String!) { ${entity.charAt(0).toLowerCase()}${entity.slice(1)}_by_pk(v: $v) { n } }`;
  const documents = [
    ...filters,
    ...(kind.noKey === true ? [] : [byKey]),
    ...(apis.rest !== undefined && kind.has === 'order' ? [group] : []),
  ];
  const mismatches: string[] = [];
  for (const document of documents) {
    const response = describe(await answerOf(apis, document, { variables: { v } }));
    if (!response.startsWith('BadRequest')) mismatches.push(`${document}: ${response}`);
  }
  if (apis.rest === undefined) return mismatches;
  const paths = [
    ...(kind.noKey === true ? [] : [`${entity}/${encodeURIComponent(v)}`]),
    `${entityOf(kind)}?$filter=${encodeURIComponent(`v eq '${v}'`)}`,
  ];
  for (const path of paths) {
    const { status, body } = await apis.rest.get(path);
    if (status !== 400 || body.error.code !== 'BadRequest')
      mismatches.push(`${path}: ${status} ${JSON.stringify(body)}`);
  }
  return mismatches;
}
