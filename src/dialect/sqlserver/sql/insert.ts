import type { Slot } from '../../../plan/shape/slot.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import { clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import type { InsertSql } from '../../../sql/write-query.ts';
import { tableName, whereClause } from '../../standard/chosen-rows.ts';
import { rowUnlessTaken } from '../../standard/row-unless-taken.ts';
import { assigned, assignedTo } from './assigned.ts';
import type { Captured } from './captured-keys.ts';
import { compare } from './compare.ts';
import { compared } from './typed.ts';

/** Rows that VALUES takes at most. */
const MAX_ROWS = 1_000;

/** The alias of the row that has the key already; other aliases are numbers. */
const TAKEN = 'x';

type Row = InsertSql['rows'][number];

interface Values {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * The statements of an insert, each with what has to stand around it. Where the rows are asked for, each has a statement of its own: only so are
 * the keys that the database makes captured in the order of the rows. What the row itself gives is kept as it is given.
 * @param captures columns of the rows that are asked for
 */
export function insertStatements(
  write: InsertSql,
  {
    id,
    captures,
    captured,
  }: { readonly id: number; readonly captures: readonly ColumnSql[]; readonly captured: Captured },
): readonly InsertStatement[] {
  return partsOf(write, captures.length > 0).map((values, index) => {
    const place = write.rows.length > 1 ? index : undefined;
    const givesIdentity = write.identity !== undefined && values.columns.includes(write.identity);
    if (!givesIdentity) return { insert: insert(write, values, captured.output(id, captures, place), captured) };
    const set = (word: string): Sql => sql`set identity_insert ${tableName(write.table)} ${raw(word)}`;
    // Not all engines take OUTPUT beside a number that is given.
    const kept = keptOf(values, captures);
    return {
      before: [set('on')],
      insert: insert(write, values, kept === undefined ? captured.output(id, captures, place) : [], captured),
      after: [
        set('off'),
        ...(kept === undefined
          ? []
          : [
              captured.keep(
                id,
                captures,
                kept.map((slot) => given(slot, captured)),
                place,
              ),
            ]),
      ],
    };
  });
}

interface InsertStatement {
  readonly before?: readonly Sql[];
  readonly insert: Sql;
  readonly after?: readonly Sql[];
}

/** What the one row gives for all of these columns; undefined where there are none, or one is left to the database. */
function keptOf({ columns, rows: [row = []] }: Values, captures: readonly ColumnSql[]): readonly Slot[] | undefined {
  const slots = captures.flatMap(({ name: own }) => row[columns.indexOf(own)] ?? []);
  return slots.length === captures.length && slots.length > 0 ? slots : undefined;
}

/** Rows that go into one statement. A number that the database makes has no DEFAULT: rows that give one stand apart. */
function partsOf(write: InsertSql, isEach: boolean): readonly Values[] {
  const { columns, rows, identity } = write;
  if (isEach || columns.length === 0) return rows.map((row) => withoutDefaults(columns, row));
  const place = identity === undefined ? -1 : columns.indexOf(identity);
  const isNumbered = (row: Row): boolean => place >= 0 && row[place] === undefined;
  const without = (row: readonly (string | Slot | undefined)[]) => row.filter((_, index) => index !== place);
  return [
    { columns, rows: rows.filter((row) => !isNumbered(row)) },
    { columns: without(columns) as readonly string[], rows: rows.filter(isNumbered).map(without) as readonly Row[] },
  ].flatMap((part) =>
    part.columns.length === 0 ? part.rows.map((row) => ({ columns: [], rows: [row] })) : inParts(part),
  );
}

const withoutDefaults = (columns: readonly string[], row: Row): Values => ({
  columns: columns.filter((_, index) => row[index] !== undefined),
  rows: [row.filter((value) => value !== undefined)],
});

const inParts = ({ columns, rows }: Values): readonly Values[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, index) => ({
    columns,
    rows: rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS),
  }));

function insert(write: InsertSql, { columns, rows }: Values, output: Sql, captured: Captured): Sql {
  const into = sql`insert into ${tableName(write.table)}`;
  // DEFAULT VALUES means the same; not all engines take it beside OUTPUT.
  if (columns.length === 0) {
    return write.takesDefault === undefined
      ? sql`${into}${output} default values`
      : sql`${into} (${name(write.takesDefault)})${output} values (default)`;
  }
  const head = sql`${into} (${list(columns.map(name))})${output}`;
  const written = (slot: Slot | undefined): Sql => (slot === undefined ? raw('default') : given(slot, captured));
  if (write.unlessTaken !== undefined) return sql`${head}${selectUnlessTaken(write, write.unlessTaken, written)}`;
  const values = rows.map((row) => sql`(${list(columns.map((_, index) => written(row[index])))})`);
  return sql`${head}${clause('values')}${list(values)}`;
}

const list = (parts: readonly Sql[]): Sql => join(parts, ', ');

const given = (slot: Slot, captured: Captured): Sql =>
  slot.source.kind === 'captured' && 'column' in slot.source ? captured.valueOf(slot.source) : assigned(slot);

/**
 * ` select … where not exists (…)`: the locks keep others from taking the key until the transaction ends. A key that only the collation takes for
 * this one is not: there the insert violates it.
 */
function selectUnlessTaken(
  { table, columns, rows }: InsertSql,
  key: readonly string[],
  written: (slot: Slot) => Sql,
): Sql {
  const givenFor = rowUnlessTaken({ columns, rows });
  const isEqual = (columnName: string): Condition => {
    const slot = givenFor(columnName);
    const { type } = assignedTo(slot);
    return compare('eq', { sql: column(TAKEN, columnName), type }, { sql: compared(parameter(slot), type), type });
  };
  const from = sql`${tableName(table)} as ${name(TAKEN)} with (updlock, holdlock)`;
  const taken = sql`select 1${clause('from')}${from}${whereClause(allOf(key.map(isEqual)))}`;
  const values = columns.map((columnName) => written(givenFor(columnName)));
  return sql`${clause('select')}${list(values)}${clause('where')}not exists ${subquery(taken)}`;
}
