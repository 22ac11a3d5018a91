import { assertNever, invariant } from '../base/invariant.ts';
import type { FieldType } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { CallName } from '../odata/expression.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { Operand, RelatedSource } from '../plan/shape/predicate.ts';
import { chooseRows } from './compile-link.ts';
import { type Compiling, requireCapability } from './compiling.ts';
import type { OperandSql, OperandVerbs } from './dialect.ts';
import { type Alias, column, type Sql } from './fragment.ts';

/** The row that a condition is about and, within an EXISTS, the row outside of it. */
export interface RowScope {
  readonly alias: Alias;
  readonly outer?: RowScope;
}

/** An operand as something to compare. */
export function compileOperand(operand: Operand, scope: RowScope, compiling: Compiling): OperandSql {
  const { operands } = compiling.dialect;
  switch (operand.kind) {
    case 'field': {
      const { alias } = rowAt(scope, operand.up);
      return { sql: compileField(operand, alias, compiling, operands.column), type: operand.field.type };
    }
    case 'value': {
      const { use } = operand.value;
      invariant(use.kind === 'value', 'an operand is one value');
      return { sql: operands.value(operand.value, use.type), type: use.type };
    }
    case 'jsonPath': {
      requireCapability('jsonPaths', 'Paths into JSON', compiling);
      const json = compileOperand(operand.json, scope, compiling);
      return { sql: operands.jsonPath(json.sql, operand.path), type: plainType('JSON') };
    }
    case 'aggregate':
      return {
        sql: compileAggregate(operand.aggregate, scope.alias, compiling),
        type: operand.aggregate.type,
      };
    case 'call': {
      const { sql, type } = compileOperand(operand.argument, scope, compiling);
      const result = plainType(resultOf(operand.name));
      const { columnCollation } = type;
      const isCollated = result.scalar === 'String' && columnCollation !== undefined;
      return {
        sql: operands.call(operand.name, sql, type),
        type: isCollated ? { ...result, columnCollation } : result,
      };
    }
    default:
      return assertNever(operand);
  }
}

/** `tolower` and `toupper` give text; `length` and the parts of dates give numbers. */
const resultOf = (name: CallName): 'String' | 'Int' => (name === 'tolower' || name === 'toupper' ? 'String' : 'Int');

/** An aggregate over the rows of one group, whose columns `alias` names: `sum("1"."total")`. */
export function compileAggregate(
  { name, field, distinct, type }: Aggregate,
  alias: Alias,
  { dialect: { operands } }: Compiling,
): Sql {
  if (field === undefined) return operands.aggregate({ name, distinct, type });
  const values = operands.column(column(alias, field.column), field.type);
  return operands.aggregate({ name, of: { values, type: field.type }, distinct, type });
}

/** The row that is `up` rows further out; 0 is the row itself. */
export function rowAt(scope: RowScope, up: number): RowScope {
  if (up === 0) return scope;
  invariant(scope.outer, 'a condition looks no further out than there are rows');
  return rowAt(scope.outer, up - 1);
}

/**
 * A field of the row itself, or of the row that a path of to-one relationships leads to. The latter is a scalar
 * subquery, since a join could multiply rows; it is NULL where the path leads nowhere. `read` is how the dialect reads
 * the column: `operands.column` to compare it, `operands.sortKey` to order by it.
 */
export function compileField(
  {
    path,
    field,
  }: { readonly path: readonly RelatedSource[]; readonly field: { readonly column: string; readonly type: FieldType } },
  alias: Alias,
  compiling: Compiling,
  read: OperandVerbs['column'],
): Sql {
  const [step, ...rest] = path;
  if (step === undefined) return read(column(alias, field.column), field.type);
  const next = compiling.aliases.next();
  const value = compileField({ path: rest, field }, next, compiling, read);
  const rows = chooseRows(step, { alias: next, parent: alias }, compiling);
  return compiling.dialect.operands.scalar(value, rows, step.via.link.unique);
}
