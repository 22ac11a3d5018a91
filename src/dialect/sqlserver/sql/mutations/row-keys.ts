import { invariant } from '../../../../base/invariant.ts';
import { allOf, type Condition, condition } from '../../../../sql/condition.ts';
import { type Alias, column, name, type Sql, sql, subquery } from '../../../../sql/fragment.ts';
import type { ColumnSql, RowSet, TableName } from '../../../../sql/query.ts';
import type { RowKey, WriteQuery } from '../../../../sql/write-query.ts';
import { exists, tableName } from '../../../standard/row-set.ts';
import { compare } from '../compare.ts';
import { exactText, hasCollation } from '../exact-strings.ts';
import { value } from '../operand.ts';
import { type CapturedValues, KEYS, POSITION, tableOf } from './captured-keys.ts';

export interface AliasedTable {
  readonly table: TableName;
  readonly alias: Alias;
}

export interface KeyedRows {
  readonly rows: RowSet;
  /** Position of a captured key. Absent if the request contains the key. */
  readonly position?: Sql;
  readonly missing: Condition;
}

export function findByKey(target: AliasedTable, key: RowKey, captured: CapturedValues): KeyedRows {
  const { table, alias } = target;
  const from = sql`${tableName(table)} as ${name(alias)}`;
  if (key.kind === 'one') {
    const where = allOf(
      key.columns.map(({ name: columnName, type, value: slot }) =>
        compare('eq', { sql: column(alias, columnName), type }, { sql: value(slot, type), type }),
      ),
    );
    const rows: RowSet = { source: { kind: 'derived', from, alias }, link: [], ...(where && { where }) };
    return { rows, missing: condition`not ${exists(rows)}` };
  }
  const keys = sql`${tableOf(writeOf(key))} as ${KEYS}`;
  const equal = equalKeys(key, captured);
  const unmatched: RowSet = { source: { kind: 'derived', from, alias }, link: [], where: equal };
  const missing = sql`select 1 from ${keys} where not ${exists(unmatched).sql}`;
  return {
    rows: { source: { kind: 'derived', from: sql`${keys} join ${from} on ${equal.sql}`, alias }, link: [] },
    position: POSITION,
    missing: condition`exists ${subquery(missing)}`,
  };
}

export function findCaptured(query: WriteQuery, id: number, captured: CapturedValues): KeyedRows {
  const { write, captures } = query;
  const alias = query.alias;
  return findByKey(
    { table: write.table, alias },
    {
      kind: 'captured',
      columns: captures.map((capture) => ({ ...capture, alias })),
      captured: {
        source: { kind: 'captured', write: id, columns: captures.map(({ name: columnName }) => columnName) },
        use: { kind: 'keys' },
      },
      atMostOne: false,
    },
    captured,
  );
}

export const isCaptured = (key: Extract<RowKey, { kind: 'captured' }>, captured: CapturedValues): Condition =>
  condition`exists ${subquery(sql`select 1 from ${tableOf(writeOf(key))} as ${KEYS} where ${equalKeys(key, captured).sql}`)}`;

function writeOf({ captured: { source } }: Extract<RowKey, { kind: 'captured' }>): number {
  invariant(source.kind === 'captured', 'the keys were captured');
  return source.write;
}

function equalKeys(key: Extract<RowKey, { kind: 'captured' }>, captured: CapturedValues): Condition {
  const equal = allOf(
    key.columns.map((columnSql) =>
      equalKey(columnSql, sql`${KEYS}.${captured.columnOf(writeOf(key), columnSql.name)}`),
    ),
  );
  invariant(equal, 'a key has columns');
  return equal;
}

/** Compares a key exactly with a captured key, because keys of a view may differ only in case or trailing spaces. */
function equalKey({ alias, name: columnName, type }: ColumnSql, captured: Sql): Condition {
  const value = column(alias, columnName);
  const equal = condition`${value} = ${captured}`;
  return hasCollation(type) ? condition`${equal} and ${exactText(value, type)} = ${exactText(captured, type)}` : equal;
}
