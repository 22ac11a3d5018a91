import { isValue } from './judge.ts';
import type { PublishedField } from './published.ts';
import { distinctValues, plainText, queryGraphql, requestRest, type Walked } from './walked.ts';

/** Checks that each value finds the same rows in the database, by GraphQL, and by REST. */
export async function walkFilter(walked: Walked, field: PublishedField): Promise<void> {
  await checkOffer(walked, field);
  const values = distinctValues(walked.items, field);
  const operands = values.flatMap((value) => operandOf(field, value) ?? []);
  const operator = operands[0];
  try {
    const { judge, published } = walked;
    const nulls = await judge.count(published, `t.${field.column.sql} is not distinct from null`);
    const expected: number[] = [];
    for (const { operand } of operands) expected.push(await judge.count(published, isValue(field), operand));
    const empty = expected.indexOf(0);
    if (empty >= 0) walked.report(`${JSON.stringify(operands[empty]?.operand)} equals no row`, field);
    const filters = [
      ...operands.map(({ filter }, index) => filter.replace('$value', `$v${index}`)),
      '{ isNull: true }',
    ];
    const variables = operands.map(({ type }, index) => `$v${index}: ${type}`).join(', ');
    const roots = filters.map(
      (filter, index) => `f${index}: ${published.connection}(filter: { ${field.name}: ${filter} }) { totalCount }`,
    );
    const data = await queryGraphql(
      walked.rest,
      `query ${variables === '' ? '' : `(${variables})`} { ${roots.join(' ')} }`,
      Object.fromEntries(operands.map(({ operand }, index) => [`v${index}`, operand])),
    );
    const found = filters.map((_, index) => Number(plainText(data[`f${index}`]?.totalCount)));
    compare(walked, field, 'GraphQL', [found, [...expected, nulls], [...values, null]]);
    const literals = [
      ...(field.list || field.scalar === 'JSON' || operator === undefined
        ? []
        : values.map((value) => literalOf(field, value))),
      'null',
    ];
    const counts: number[] = [];
    for (const literal of literals) {
      const $filter = encodeURIComponent(`$it/${field.name} eq ${literal}`);
      const { count } = await requestRest(
        walked.rest,
        `/api/${published.entity}?$count=true&$first=1&$filter=${$filter}`,
      );
      counts.push(Number(plainText(count)));
    }
    compare(walked, field, 'REST', [counts, [...expected, nulls].slice(-literals.length), literals]);
  } catch (error) {
    walked.report((error as Error).message, field);
  }
}

function compare(
  { report }: Walked,
  field: PublishedField,
  api: string,
  [found, expected, values]: readonly [readonly number[], readonly number[], readonly unknown[]],
): void {
  for (const [index, value] of values.entries()) {
    if (found[index] === expected[index]) continue;
    report(`${api} finds ${found[index]} rows by ${JSON.stringify(value)}, the database ${expected[index]}`, field);
  }
}

/** A groupable type has equality. Lists and JSON have other operators. */
async function checkOffer({ published, judge, report }: Walked, field: PublishedField): Promise<void> {
  if (field.list || field.scalar === 'JSON') return;
  const equates = await judge.can(published, `group by t.${field.column.sql}`);
  if (equates !== field.operators.has('eq'))
    report(`the database ${equates ? 'has' : 'lacks'} equality, the filter says otherwise`, field);
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

const NUMBERS: Readonly<Record<string, string>> = { Infinity: 'INF', '-Infinity': '-INF' };

const USUAL = /^(\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?|\d\d:\d\d(:\d\d(\.\d+)?)?)$/;

/** Prints an OData literal: everything but numbers and Booleans is quoted, except standard dates and times. */
function literalOf({ scalar }: PublishedField, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'].includes(scalar)) return NUMBERS[value] ?? value;
  if (USUAL.test(value) && ['Date', 'DateTime', 'LocalTime'].includes(scalar)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}
