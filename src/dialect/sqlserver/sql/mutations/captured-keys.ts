import { invariant } from '../../../../base/invariant.ts';
import type { FieldType } from '../../../../model/model.ts';
import type { CapturedColumn } from '../../../../operation/operation.ts';
import { join, name, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import type { ColumnSql } from '../../../../sql/query.ts';
import type { StepQuery } from '../../../../sql/step-query.ts';
import { isTextColumn } from '../types/native.ts';

/** Captured rows are in one table variable per write. Values that later writes need are in scalar variables. */
export interface CapturedValues {
  /** `declare @w0 table (n int, k0 int)` */
  readonly declare: (write: number) => Sql;
  /** ` output inserted.[id] into @w0 (k0)`; empty if nothing is captured. */
  readonly output: (write: number, columns: readonly ColumnSql[], position?: number) => Sql;
  /** Inserts known values if the write has changed a row: `insert into @w0 (k0) values (@p0)`. */
  readonly insertValues: (
    write: number,
    columns: readonly ColumnSql[],
    values: readonly Sql[],
    position?: number,
  ) => Sql;
  /** Returns the table column of a captured column: `k0`. */
  readonly columnOf: (write: number, column: string) => Sql;
  readonly variables: readonly CapturedVariable[];
  readonly variablesOf: (write: number, columns: readonly ColumnSql[]) => readonly CapturedVariable[];
  readonly valueOf: (source: CapturedColumn) => Sql;
}

interface CapturedVariable {
  readonly variable: Sql;
  readonly column: ColumnSql;
}

/** Returns the variable with the row count of a write. NULL until the write has run. */
export const countOf = (write: number): Sql => raw(`@n${write}`);

export const tableOf = (write: number): Sql => raw(`@w${write}`);

/** Alias of a table of captured rows; its column `n` is the position of a row. */
export const KEYS = raw('w');
export const POSITION = raw('w.n');

export function createCapturedValues(steps: readonly StepQuery[]): CapturedValues {
  const queries = steps.filter((step) => step.kind !== 'routine');
  const inTables = new Map(
    queries.flatMap(({ kind, query, step }) =>
      kind === 'write' && query.captures.length > 0 ? [[step.write, query.captures] as const] : [],
    ),
  );
  const variables = queries
    .flatMap((query) => query.query.captures.map((column) => ({ write: writeOf(query), column })))
    .filter(({ write, column }) => isUsedLater(queries, write, column.name))
    .map((entry, index) => ({ ...entry, variable: raw(`@k${index}`) }));
  const find = (write: number, column: string) =>
    variables.find((variable) => variable.write === write && variable.column.name === column);
  const columnOf: CapturedValues['columnOf'] = (write, column) => {
    const index = inTables.get(write)?.findIndex((capture) => capture.name === column) ?? -1;
    invariant(index >= 0, `write ${write} captures ${column}`);
    return raw(`k${index}`);
  };
  /** `0, @p0` for `@w0 (n, k0)`. */
  const rowOf = (
    write: number,
    columns: readonly ColumnSql[],
    values: readonly Sql[],
    position: number | undefined,
  ) => {
    const keyColumns = columns.map((capture) => columnOf(write, capture.name));
    const [positionValue, n] = position === undefined ? [[], []] : [raw(`${position}, `), raw('n, ')];
    return {
      values: sql`${positionValue}${join(values, ', ')}`,
      table: sql`${tableOf(write)} (${n}${join(keyColumns, ', ')})`,
    };
  };
  return {
    variables,
    columnOf,
    declare: (write) => {
      const columns = (inTables.get(write) ?? []).map(
        ({ type }, index) => sql`${raw(`k${index}`)} ${collatedType(type)}`,
      );
      return sql`declare ${tableOf(write)} table (n int, ${join(columns, ', ')})`;
    },
    output: (write, columns, position) => {
      if (columns.length === 0) return [];
      const values = columns.map((columnSql) => sql`inserted.${name(columnSql.name)}`);
      const row = rowOf(write, columns, values, position);
      return sql` output ${row.values} into ${row.table}`;
    },
    insertValues: (write, columns, values, position) => {
      const row = rowOf(write, columns, values, position);
      return sql`if ${countOf(write)} > 0 insert into ${row.table} values (${row.values})`;
    },
    variablesOf: (write, columns) => columns.flatMap((column) => find(write, column.name) ?? []),
    valueOf: ({ write, column }) => {
      const captured = find(write, column);
      invariant(captured !== undefined, 'an earlier write captures the value');
      return captured.variable;
    },
  };
}

type WrittenQuery = Exclude<StepQuery, { kind: 'routine' }>;

const writeOf = (query: WrittenQuery): number => (query.kind === 'write' ? query.step.write : query.step.when.write);

const isUsedLater = (queries: readonly WrittenQuery[], write: number, column: string): boolean =>
  queries.some(
    ({ query }) =>
      'write' in query &&
      query.write.kind === 'insert' &&
      query.write.rows
        .flat()
        .some(
          (slot) =>
            slot?.source.kind === 'captured' &&
            'column' in slot.source &&
            slot.source.write === write &&
            slot.source.column === column,
        ),
  );

/** Prints the type of a captured column with the column's collation, so that an index remains usable. */
export function collatedType({ native, collation }: FieldType): Sql {
  const isCollated = collation !== undefined && isTextColumn({ native });
  return raw(isCollated ? `${native} collate ${collation}` : native);
}
