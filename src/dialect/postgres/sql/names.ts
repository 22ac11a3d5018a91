import type { FieldType } from '../../../model/model.ts';
import type { Comparison } from '../../../scalars/operators.ts';
import { raw } from '../../../sql/fragment.ts';
import { OPERATORS } from '../../standard/operators.ts';

// Statements name every operator, function, type, and collation with its schema. Otherwise the `search_path` of the
// login, or an object that a user created, could replace it: `public."="(varchar, varchar)` matches a comparison of two
// `varchar` columns better than `pg_catalog."="(text, text)` does.
// https://www.postgresql.org/docs/current/typeconv-oper.html

/** Returns a type's name for a cast: `pg_catalog.int4`, `"extensions"."citext"`. Without a schema, the type is built in. */
export const typeName = (native: string): string =>
  /^"(?:[^"]|"")+"\."/.test(native) ? native : `pg_catalog.${native}`;

/** Returns the name of a column's own type; that of a list ends with `[]`. */
export const ownTypeName = ({ native, list }: Pick<FieldType, 'native' | 'list'>): string =>
  typeName(list ? `${native}[]` : native);

/** The number of rows. */
export const COUNT = raw('pg_catalog.count(*)');

type OperatorType = Pick<FieldType, 'list' | 'operators'>;

/**
 * Returns the operator that compares two values, as `operator(pg_catalog.=)`. Two values of a type that has operators of
 * its own are compared by these. With a value of another type, PostgreSQL converts it implicitly: citext becomes text.
 */
export function operatorName(comparison: Comparison, left: OperatorType, right: OperatorType = left): string {
  const [own, other] = [operatorsOf(left), operatorsOf(right)];
  return (own?.eq === other?.eq ? own?.[comparison] : undefined) ?? `operator(pg_catalog.${OPERATORS[comparison]})`;
}

/** Returns the operators of a type that are not built in. Those of a list are: they use the operators of its elements. */
export const operatorsOf = ({ list, operators }: OperatorType): FieldType['operators'] =>
  list ? undefined : operators;
