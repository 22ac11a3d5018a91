import { isValue } from './judge.ts';
import type { PublishedField } from './published.ts';
import { askGraphql, askRest, distinctValues, plainText, type Walked } from './walked.ts';

/** Each value finds its own rows, by GraphQL and by REST, as many as the database finds by it. */
export async function walkFilter(walked: Walked, field: PublishedField): Promise<void> {
  await checkOffer(walked, field);
  const nulls = await walked.judge.count(walked.published, `t.${field.column.sql} is not distinct from null`);
  for (const value of distinctValues(walked.items, field)) await filterBy(walked, field, value);
  await filterByNull(walked, field, nulls);
}

/** A type that the database groups by has equality. Lists and JSON have operators of their own. */
async function checkOffer({ published, judge, complain }: Walked, field: PublishedField): Promise<void> {
  if (field.list || field.scalar === 'JSON') return;
  const equates = await judge.can(published, `group by t.${field.column.sql}`);
  if (equates !== field.operators.has('eq'))
    complain(`the database ${equates ? 'has' : 'lacks'} equality, the filter says otherwise`, field);
}

function operandOf(
  field: PublishedField,
  value: unknown,
): { readonly type: string; readonly filter: string; readonly operand: unknown } | undefined {
  const offered = (operator: string): string | undefined => field.operators.get(operator);
  if (field.list) {
    const type = offered('hasAll');
    const operand = (value as unknown[]).filter((element) => element !== null);
    return type === undefined ? undefined : { type, filter: '{ hasAll: $value }', operand };
  }
  if (field.scalar === 'JSON') return { type: 'JSON', filter: '{ path: { at: "$", eq: $value } }', operand: value };
  const type = offered('eq');
  return type === undefined ? undefined : { type, filter: '{ eq: $value }', operand: value };
}

async function filterBy(walked: Walked, field: PublishedField, value: unknown): Promise<void> {
  const { published, rest, judge, complain } = walked;
  const said = operandOf(field, value);
  if (said === undefined) return;
  const { connection, entity } = published;
  try {
    const expected = await judge.count(published, isValue(field), said.operand);
    if (expected === 0) complain(`${JSON.stringify(value)} equals no row`, field);
    const data = await askGraphql(
      rest,
      `query ($value: ${said.type}) { found: ${connection}(filter: { ${field.name}: ${said.filter} }) { totalCount } }`,
      { value: said.operand },
    );
    const found = Number(plainText(data.found?.totalCount));
    if (found !== expected)
      complain(`GraphQL finds ${found} rows by ${JSON.stringify(value)}, the database ${expected}`, field);
    if (field.list || field.scalar === 'JSON') return;
    const $filter = encodeURIComponent(`$it/${field.name} eq ${literalOf(field, value)}`);
    const { count } = await askRest(rest, `/api/${entity}?$count=true&$first=1&$filter=${$filter}`);
    if (plainText(count) !== String(expected))
      complain(`REST finds ${plainText(count)} rows by ${JSON.stringify(value)}, the database ${expected}`, field);
  } catch (error) {
    complain(`by ${JSON.stringify(value)}: ${(error as Error).message}`, field);
  }
}

async function filterByNull(
  { published, rest, complain }: Walked,
  field: PublishedField,
  nulls: number,
): Promise<void> {
  try {
    const data = await askGraphql(
      rest,
      `{ found: ${published.connection}(filter: { ${field.name}: { isNull: true } }) { totalCount } }`,
    );
    const { count } = await askRest(
      rest,
      `/api/${published.entity}?$count=true&$first=1&$filter=${encodeURIComponent(`$it/${field.name} eq null`)}`,
    );
    const found = [data.found?.totalCount, count].map(plainText);
    if (found.some((number) => number !== String(nulls)))
      complain(`${found} rows have NULL, ${nulls} in the database`, field);
  } catch (error) {
    complain(`by NULL: ${(error as Error).message}`, field);
  }
}

const NUMBERS: Readonly<Record<string, string>> = { Infinity: 'INF', '-Infinity': '-INF' };

const USUAL = /^(\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?|\d\d:\d\d(:\d\d(\.\d+)?)?)$/;

/** As OData writes it: what is no number and no truth stands in quotes, days and times where they have the usual form without. */
function literalOf({ scalar }: PublishedField, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'].includes(scalar)) return NUMBERS[value] ?? value;
  if (USUAL.test(value) && ['Date', 'DateTime', 'LocalTime'].includes(scalar)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}
