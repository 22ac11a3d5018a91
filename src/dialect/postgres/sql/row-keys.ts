import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { type Alias, clause, column, join, name, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ChosenRows, ColumnSql, TableName } from '../../../sql/query.ts';
import type { KeyColumn, RereadQuery, RowKey, WriteSql } from '../../../sql/write-query.ts';
import { tableName } from '../../standard/chosen-rows.ts';
import { COUNT, operatorName, ownTypeName } from './names.ts';
import { operands } from './operands.ts';

type TouchedRows = Exclude<WriteSql, { kind: 'insert' }>;

/** The rows that an update or delete changes, or that are found. */
export function touchedRows({ table, alias, where }: TouchedRows): ChosenRows {
  return rowsOf(table, alias, where);
}

/** Rows that are read again by their keys; see `Lookup` for what is known of them. */
export function rereadRows({ table, alias, key }: RereadQuery): {
  readonly rows: ChosenRows;
  readonly position: Sql | undefined;
  readonly complete: Sql;
} {
  if (key.kind === 'one') {
    const rows = rowsOf(table, alias, allOf(key.columns.map(isValue)));
    return { rows, position: undefined, complete: sql`${COUNT} operator(pg_catalog.>) 0` };
  }
  return joinKeys({ table, alias, key });
}

const rowsOf = (table: TableName, alias: Alias, where: Condition | undefined): ChosenRows => ({
  source: { kind: 'table', ...table, alias, indexes: [], columns: [] },
  link: [],
  ...(where && { where }),
});

const isValue = ({ value, ...own }: KeyColumn): Condition =>
  condition`${comparable(own)} ${equals(own)} ${operands.value(value, own.type)}`;

const equals = ({ type }: ColumnSql): Sql => raw(operatorName('eq', type));

const comparable = ({ alias, name: own, type }: ColumnSql): Sql => operands.column(column(alias, own), type);

type CapturedKeys = Pick<RereadQuery, 'table' | 'alias'> & { readonly key: Extract<RowKey, { kind: 'captured' }> };

function joinKeys({ table, alias, key: { columns, captured } }: CapturedKeys): ReturnType<typeof rereadRows> {
  const equal = columns.map((own, index) => {
    const text = sql`(c.v operator(pg_catalog.->>) ${raw(`${index}`)})`;
    return sql`${comparable(own)} ${equals(own)} ${text}::${raw(ownTypeName(own.type))}`;
  });
  const keys = sql`${parameter(captured)}::pg_catalog.json`;
  const from = sql`pg_catalog.json_array_elements(${keys}) with ordinality c(v, n)${clause('join')}${tableName(table)} as ${name(alias)} on ${join(equal, ' and ')}`;
  return {
    rows: { source: { kind: 'derived', from, alias }, link: [] },
    position: raw('c.n'),
    complete: sql`pg_catalog.count(distinct c.n) operator(pg_catalog.=) pg_catalog.json_array_length(${keys})`,
  };
}
