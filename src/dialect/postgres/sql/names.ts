import type { FieldType } from '../../../model/model.ts';
import type { Comparison } from '../../../scalars/operators.ts';
import { raw } from '../../../sql/fragment.ts';
import { OPERATORS } from '../../standard/operators.ts';

// Statements qualify every operator, function, type, and collation with its schema. Otherwise, the server could use a
// user-defined object of the same name in the `search_path`. For two `varchar` columns, for example,
// `public."="(varchar, varchar)` matches better than `pg_catalog."="(text, text)`.
// https://www.postgresql.org/docs/current/typeconv-oper.html

/**
 * Adds the schema to a built-in type: `pg_catalog.int4`. Other types already have a schema: `"extensions"."citext"`.
 */
export const typeName = (native: string): string =>
  /^"(?:[^"]|"")+"\."/.test(native) ? native : `pg_catalog.${native}`;

/** Qualifies the type of a field, including its list. */
export const ownTypeName = ({ native, list }: Pick<FieldType, 'native' | 'list'>): string =>
  typeName(list ? `${native}[]` : native);

export const COUNT = raw('pg_catalog.count(*)');

type OperatorType = Pick<FieldType, 'list' | 'operators'>;

/**
 * Returns the operator of a comparison: that of the type, if both types have the same operators. Otherwise, it is the
 * built-in operator, for which PostgreSQL converts the values: citext becomes text.
 */
export function operatorName(comparison: Comparison, left: OperatorType, right: OperatorType = left): string {
  const [leftOperators, rightOperators] = [operatorsOf(left), operatorsOf(right)];
  return (
    (leftOperators?.eq === rightOperators?.eq ? leftOperators?.[comparison] : undefined) ??
    `operator(pg_catalog.${OPERATORS[comparison]})`
  );
}

/** Returns a type's own operators. A list has none: built-in array operators use the operators of the elements. */
export const operatorsOf = ({ list, operators }: OperatorType): FieldType['operators'] =>
  list ? undefined : operators;
