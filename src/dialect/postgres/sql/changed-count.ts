import type { Condition } from '../../../sql/condition.ts';
import { raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows } from '../../../sql/query.ts';
import type { WriteRules } from '../../../sql/write-query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { COUNT } from './names.ts';
import { sentinel } from './sentinel.ts';

/**
 * The number of rows that a write has changed. Where the outcome is one that is refused, the statement fails instead: it casts a
 * sentinel to a number, which it is not. So a write by itself is a transaction, whatever has to hold for its rows. In a subquery the cast
 * is not made before there are rows, even where the planner knows the outcome.
 */
export function changedCount(rows: ChosenRows, check: Condition | undefined, rules: WriteRules): Sql {
  const { atLeast = 1 } = rules;
  const refused = [
    ...(refusesFewer(rules)
      ? [sql` when ${COUNT} operator(pg_catalog.<) ${raw(`${atLeast}`)} then ${sentinel('onNone')}`]
      : []),
    ...(rules.onSeveral === undefined
      ? []
      : [sql` when ${COUNT} operator(pg_catalog.>) 1 then ${sentinel('onSeveral')}`]),
    ...(check === undefined
      ? []
      : [sql` when not pg_catalog.bool_and((${check.sql}) is true) then ${sentinel('onCheckFailed')}`]),
  ];
  const from = fromWhere(rows);
  if (refused.length === 0) return sql`${subquery(sql`select ${COUNT}${from}`)}::pg_catalog.text`;
  return sql`${subquery(sql`select case${refused} else ${COUNT}::pg_catalog.text end${from}`)}::pg_catalog.int8`;
}

/** The same within the RETURNING of the one row. */
export const oneChanged = (check: Condition | undefined): Sql =>
  check === undefined
    ? raw("'1'")
    : sql`${subquery(sql`select case when ${check.sql} then '1' else ${sentinel('onCheckFailed')} end`)}::pg_catalog.int4`;

/** Whether the statement of a write may fail with a sentinel. A write that changed nothing has nothing to be taken back. */
export const isRefusing = (rules: WriteRules): boolean =>
  refusesFewer(rules) || rules.onSeveral !== undefined || rules.onCheckFailed !== undefined;

const refusesFewer = ({ atLeast = 1, onNone }: WriteRules): boolean => onNone !== undefined && atLeast > 1;
