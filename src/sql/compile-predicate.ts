import { assertNever } from '../base/invariant.ts';
import type { Field } from '../model/model.ts';
import type { Exists, Predicate } from '../plan/plan.ts';
import { compileLink, source } from './compile-link.ts';
import type { Compiling } from './compile-plan.ts';
import { type Alias, column, join, parameter, raw, type Sql, sql } from './fragment.ts';

const OPERATORS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** A condition on the row of `alias`; always fit to stand beside `and` and `or`. */
export function compilePredicate(predicate: Predicate, alias: Alias, compiling: Compiling): Sql {
  const { dialect } = compiling;
  switch (predicate.kind) {
    case 'constant':
      return raw(predicate.value ? 'true' : 'false');
    case 'unknown':
      return dialect.unknown;
    case 'and':
    case 'or':
      return sql`(${join(
        predicate.members.map((member) => compilePredicate(member, alias, compiling)),
        ` ${predicate.kind} `,
      )})`;
    case 'not':
      return sql`not (${compilePredicate(predicate.member, alias, compiling)})`;
    case 'compare':
      return sql`${comparand(predicate.field, alias, compiling)} ${raw(OPERATORS[predicate.operator])} ${parameter(predicate.value)}`;
    case 'in': {
      const among = dialect.among(comparand(predicate.field, alias, compiling), predicate.values, predicate.field.type);
      return predicate.negated ? sql`not (${among})` : among;
    }
    case 'isNull':
      return sql`${column(alias, predicate.field.column)} is ${raw(predicate.negated ? 'not null' : 'null')}`;
    case 'like': {
      const matches = dialect.like(
        comparand(predicate.field, alias, compiling),
        parameter(predicate.pattern),
        predicate.anyCase,
      );
      return predicate.negated ? sql`not (${matches})` : matches;
    }
    case 'exists':
      return compileExists(predicate, alias, compiling);
    default:
      return assertNever(predicate);
  }
}

function compileExists({ link, entity, filter, unless, negated }: Exists, parent: Alias, compiling: Compiling): Sql {
  const alias = compiling.aliases.next();
  const linked = compileLink(link, { parent, child: alias }, compiling);
  const filtered = filter === undefined ? undefined : compilePredicate(filter, alias, compiling);
  const where = allOf([
    linked,
    filtered === undefined ? undefined : unless ? sql`(${filtered}) is not true` : filtered,
  ]);
  return sql`${raw(negated ? 'not ' : '')}exists (select 1 from ${source(entity.source, alias)} where ${where ?? linked})`;
}

function comparand(field: Field, alias: Alias, { dialect }: Compiling): Sql {
  return dialect.comparand(column(alias, field.column), field.type);
}

/** Conditions that must all hold; undefined where there are none. */
export function allOf(conditions: readonly (Sql | undefined)[]): Sql | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : join(given, ' and ');
}
