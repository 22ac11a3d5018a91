import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import { familyOf, moreLiterals, type ValueColumn, writeJson, writeLiteral } from './value-columns.ts';
import type { Found, ValueQueries } from './value-queries.ts';

/** Comparisons in the database. */
export interface ValueJudge {
  /** A column and a literal in a form that compares without rounding. */
  readonly sides: (column: ValueColumn, literal: string, name: string) => readonly [column: string, literal: string];
  readonly ids: (sql: string) => Promise<readonly number[]>;
}

export interface ValueComparison {
  readonly columns: readonly ValueColumn[];
  readonly queries: ValueQueries;
  readonly judge: ValueJudge;
  readonly seed: number;
  readonly count: number;
}

const operators = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const flipped = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;
const graphqlNames = { eq: 'eq', ne: 'neq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' } as const;
const names = Object.keys(operators) as (keyof typeof operators)[];
export const forms = [...names, 'in', 'not in'] as const;
type Form = (typeof forms)[number];

export interface ValueReport {
  /** Differences from the database. */
  readonly mismatches: readonly string[];
  readonly coverage: Coverage;
  /** Number of queries that match some rows but not all. */
  readonly selective: number;
}

const MAX_MISMATCHES = 8;
export const MIXED = 'literal of another type';
export const COLUMN_PAIR = 'column compared with a column';

/** Compares by literals of `$filter`, by GraphQL variables, and by pairs of columns. */
export async function compareValues(comparison: ValueComparison): Promise<ValueReport> {
  const { columns, queries, judge, seed, count } = comparison;
  const random = new Random(seed);
  const coverage = new Coverage([
    ...columns.flatMap(({ type }) => forms.flatMap((form) => [`${type} ${form} $filter`, `${type} ${form} GraphQL`])),
    MIXED,
    COLUMN_PAIR,
  ]);
  const mismatches: string[] = [];
  let selective = 0;
  const check = async (description: string, sql: string, answer: () => Promise<Found>): Promise<void> => {
    const expected = await judge.ids(`select id from vals where ${sql} order by id`);
    const found = await answer();
    if (expected.length > 0 && expected.length < ROWS) selective += 1;
    if (String(found) !== String(expected))
      mismatches.push(`${description}\n${sql}\n${expected} expected, found ${found}`);
  };
  for (let index = 0; index < count && mismatches.length < MAX_MISMATCHES; index += 1) {
    const column = coverage.pickRare(random, columns, ({ type }) => `${type} ${forms[index % forms.length]} $filter`);
    const question = makeQuestion(column, forms[index % forms.length] ?? 'eq', {
      ...comparison,
      random,
      // Every other literal is a value of the type, which GraphQL accepts too.
      isMixed: coverage.of(`${column.type} ${forms[index % forms.length]} $filter`) % 2 === 1,
    });
    coverage.count(`${column.type} ${question.form} $filter`);
    if (question.isMixed) coverage.count(MIXED);
    await check(question.filter, question.sql, () => queries.byFilter(question.filter));
    if (question.variables !== undefined) {
      coverage.count(`${column.type} ${question.form} GraphQL`);
      const { document, variables } = question;
      await check(`${document} ${variables}`, question.sql, () => queries.byGraphql(document, variables));
    }
    const other = random.pick(columns.filter((candidate) => familyOf(candidate) === familyOf(column)));
    const operator = random.pick(names);
    const columnPair = `${nameOf(columns, column)} ${operator} ${nameOf(columns, other)}`;
    coverage.count(COLUMN_PAIR);
    await check(columnPair, columnPair.replace(` ${operator} `, ` ${operators[operator]} `), () =>
      queries.byFilter(columnPair),
    );
  }
  return { mismatches, coverage, selective };
}

/** Generates policies and equivalent SQL. */
export function makePolicies(
  { columns, judge }: Pick<ValueComparison, 'columns' | 'judge'>,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly { readonly policy: string; readonly sql: string }[] {
  const random = new Random(seed);
  return random.times(count, (index) => {
    const form = forms[index % forms.length] ?? 'eq';
    const { filter, sql } = makeQuestion(random.pick(columns), form, { columns, judge, random, isMixed: true });
    return { policy: filter.replace(/\bc\d+\b/g, '@item.$&'), sql: `select id from vals where ${sql} order by id` };
  });
}

/** Rows of the table with one value per column; the last rows are NULL. */
export const ROWS = 16;

/**
 * Distributes the values of each column to rows.
 * @param literal SQL literal
 */
export const rowsOf = (columns: readonly ValueColumn[], literal: (value: string, column: ValueColumn) => string) =>
  Array.from({ length: ROWS }, (_, row) => {
    const values = columns.map((column) =>
      row < ROWS - 2 ? literal(column.values[row % column.values.length] ?? '', column) : 'null',
    );
    return `(${[row + 1, ...values].join(', ')})`;
  }).join(', ');

export const nameOf = (columns: readonly ValueColumn[], column: ValueColumn): string => `c${columns.indexOf(column)}`;

interface Question {
  readonly form: Form;
  readonly filter: string;
  readonly sql: string;
  readonly isMixed: boolean;
  readonly document: string;
  /** Absent if the GraphQL type rejects these literals. */
  readonly variables?: string;
}

interface MakeContext extends Pick<ValueComparison, 'columns' | 'judge'> {
  readonly random: Random;
  readonly isMixed: boolean;
}

function makeQuestion(column: ValueColumn, form: Form, { columns, judge, random, isMixed }: MakeContext): Question {
  const family = familyOf(column);
  const others = columns.filter((other) => familyOf(other) === family).flatMap(({ values }) => values);
  const isList = form === 'in' || form === 'not in';
  // A list of dates and timestamps is compared as timestamps, which have a smaller range.
  const all = [...others, ...moreLiterals[family]];
  const candidates = isList ? all.filter((value) => value !== '5874897-12-31') : all;
  const draw = (): string => random.pick(isMixed ? candidates : column.values);
  const name = nameOf(columns, column);
  const literals = random.times(isList ? random.int(1, 4) : 1, draw);
  const written = literals.map((value) => writeLiteral(value, family, random.chance(0.3)));
  const sqlOf = (operator: keyof typeof operators, literal: string): string => {
    const [left, right] = judge.sides(column, literal, name);
    return `${left} ${operators[operator]} ${right}`;
  };
  const json = literals.map((value) => writeJson(value, family));
  const [element = '', operand = ''] = [json[0], written[0]];
  if (isList) {
    const among = `(${literals.map((literal) => `(${sqlOf('eq', literal)})`).join(' or ')})`;
    const operator = form === 'in' ? 'in' : 'nin';
    return {
      form,
      filter: `${form === 'in' ? '' : 'not '}(${name} in (${written.join(',')}))`,
      sql: form === 'in' ? among : `not ${among}`,
      isMixed,
      document: `query ($v: [${column.scalar}]) { vals(filter: { ${name}: { ${operator}: $v } }) { id } }`,
      ...(!isMixed && { variables: `{"v":[${json}]}` }),
    };
  }
  const isFlipped = random.chance(0.25);
  return {
    form,
    filter: isFlipped ? `${operand} ${flipped[form]} ${name}` : `${name} ${form} ${operand}`,
    sql: sqlOf(form, literals[0] ?? ''),
    isMixed,
    document: `query ($v: ${column.scalar}) { vals(filter: { ${name}: { ${graphqlNames[form]}: $v } }) { id } }`,
    ...(!isMixed && { variables: `{"v":${element}}` }),
  };
}
