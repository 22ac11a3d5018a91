import { assertNever } from '../base/invariant.ts';
import type { FieldType } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { Exists, Matches, Operand, Predicate } from '../plan/shape/predicate.ts';
import { compileHash } from './compile-hash.ts';
import { belongsTo, table } from './compile-link.ts';
import { compileOperand, type RowScope, rowAt } from './compile-operand.ts';
import { type Compiling, requireCapability } from './compile-plan.ts';
import { join, parameter, raw, type Sql, sql } from './fragment.ts';

const OPERATORS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A condition on the row of the scope; always fit to stand beside `and` and `or`. */
export function compilePredicate(predicate: Predicate, scope: RowScope, compiling: Compiling): Sql {
  const { dialect } = compiling;
  const read = (operand: Operand): Sql => compileOperand(operand, scope, compiling);
  switch (predicate.kind) {
    case 'constant':
      return raw(predicate.value ? 'true' : 'false');
    case 'unknown':
      return dialect.unknown;
    case 'and':
    case 'or':
      return sql`(${join(
        predicate.members.map((member) => compilePredicate(member, scope, compiling)),
        ` ${predicate.kind} `,
      )})`;
    case 'not':
      return sql`not (${compilePredicate(predicate.member, scope, compiling)})`;
    case 'when':
      return sql`case when ${compilePredicate(predicate.condition, scope, compiling)} then ${compilePredicate(predicate.member, scope, compiling)} else false end`;
    case 'compare':
      return sql`${read(predicate.left)} ${raw(OPERATORS[predicate.operator])} ${read(predicate.right)}`;
    case 'in': {
      const among = dialect.among(read(predicate.operand), predicate.values);
      return predicate.negated ? sql`not (${among})` : among;
    }
    case 'isNull':
      return dialect.isNull(read(predicate.operand), typeOf(predicate.operand), predicate.negated);
    case 'arrayContains':
      requireCapability('lists', 'Operators on lists', compiling);
      return dialect.holds(read(predicate.operand), predicate.values, predicate.all);
    case 'like': {
      const matches = dialect.like(read(predicate.operand), parameter(predicate.pattern), predicate.anyCase);
      return predicate.negated ? sql`not (${matches})` : matches;
    }
    case 'fullText':
      return dialect.fullText(read(predicate.document), predicate.words);
    case 'matches':
      return compileMatches(predicate, scope, compiling);
    case 'exists':
      return compileExists(predicate, scope, compiling);
    default:
      return assertNever(predicate);
  }
}

function typeOf(operand: Operand): FieldType {
  switch (operand.kind) {
    case 'field':
      return operand.field.type;
    case 'aggregate':
      return operand.aggregate.type;
    default:
      return plainType('String');
  }
}

function compileMatches({ fields, tags }: Matches, { alias }: RowScope, compiling: Compiling): Sql {
  const { dialect } = compiling;
  const isAny = dialect.among(dialect.text('*'), tags);
  return fields.length === 0 ? isAny : sql`(${isAny} or ${dialect.among(compileHash(fields, alias, compiling), tags)})`;
}

function compileExists(predicate: Exists, outer: RowScope, compiling: Compiling): Sql {
  const { entity, filter, unless, negated, up = 0 } = predicate;
  const alias = compiling.aliases.next();
  const filtered = filter === undefined ? undefined : compilePredicate(filter, { alias, outer }, compiling);
  const where = allOf([
    belongsTo(predicate, { alias, parent: rowAt(outer, up).alias }, compiling),
    filtered === undefined || !unless ? filtered : sql`(${filtered}) is not true`,
  ]);
  return sql`${raw(negated ? 'not ' : '')}exists (select 1 from ${table(entity.source, alias)} where ${where ?? raw('true')})`;
}

/** Conditions that must all hold; undefined where there are none. */
export function allOf(conditions: readonly (Sql | undefined)[]): Sql | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : join(given, ' and ');
}
