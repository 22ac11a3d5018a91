import { assertNever, invariant } from '../base/invariant.ts';
import type { FieldType } from '../model/model.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { Operand, RelatedSource } from '../plan/shape/predicate.ts';
import { belongsTo, table } from './compile-link.ts';
import { type Compiling, requireCapability } from './compile-plan.ts';
import type { Dialect } from './dialect.ts';
import { type Alias, column, raw, type Sql, sql } from './fragment.ts';

/** The row that a condition stands in, and the rows around it. */
export interface RowScope {
  readonly alias: Alias;
  readonly outer?: RowScope;
}

/** An operand as something to compare. */
export function compileOperand(operand: Operand, scope: RowScope, compiling: Compiling): Sql {
  const { dialect } = compiling;
  switch (operand.kind) {
    case 'field': {
      const { alias } = rowAt(scope, operand.up);
      return compileField(operand, alias, compiling, dialect.comparand);
    }
    case 'value': {
      const { use } = operand.value;
      invariant(use.kind === 'value', 'an operand is one value');
      return dialect.value(operand.value, use.type);
    }
    case 'jsonPath':
      requireCapability('jsonPaths', 'Paths into JSON', compiling);
      return dialect.jsonPath(compileOperand(operand.json, scope, compiling), operand.path);
    case 'aggregate':
      return compileAggregate(operand.aggregate, scope.alias, compiling);
    case 'call':
      return dialect.call(operand.name, compileOperand(operand.argument, scope, compiling));
    default:
      return assertNever(operand);
  }
}

/** A function over the rows of `alias` that are one group. */
export function compileAggregate(
  { name, field, distinct, type }: Aggregate,
  alias: Alias,
  { dialect }: Compiling,
): Sql {
  if (field === undefined) return dialect.aggregate({ name, distinct, type });
  const values = dialect.comparand(column(alias, field.column), field.type);
  return dialect.aggregate({ name, of: { values, type: field.type }, distinct, type });
}

/** The row so many rows further out. */
export function rowAt(scope: RowScope, up: number): RowScope {
  if (up === 0) return scope;
  invariant(scope.outer, 'a condition looks no further out than there are rows');
  return rowAt(scope.outer, up - 1);
}

/**
 * A field of the row itself, or of the row that a path of to-one relationships leads to: then a subquery, NULL where it leads
 * nowhere. `read` says as what the column is read.
 */
export function compileField(
  {
    path,
    field,
  }: { readonly path: readonly RelatedSource[]; readonly field: { readonly column: string; readonly type: FieldType } },
  alias: Alias,
  compiling: Compiling,
  read: Dialect['comparand'],
): Sql {
  const [step, ...rest] = path;
  if (step === undefined) return read(column(alias, field.column), field.type);
  const next = compiling.aliases.next();
  const value = compileField({ path: rest, field }, next, compiling, read);
  const where = belongsTo(step, { alias: next, parent: alias }, compiling) ?? raw('true');
  return sql`(select ${value} from ${table(step.entity.source, next)} where ${where}${raw(step.via.link.unique ? '' : ' limit 1')})`;
}
