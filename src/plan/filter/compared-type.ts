import type { FieldType } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { Literal } from '../../odata/expression.ts';
import { formOf, type LiteralForm } from '../../odata/literal-form.ts';
import { isFloating, isNumber } from '../../scalars/operators.ts';

/**
 * The type by which literals are compared with a column of another type: an `Int` column with `3000000000` as `Long`, with `1.5` as
 * `Decimal`; a `Date` column with a point in time as `DateTime`, at its midnight. Types that are mixed so share an index of the database.
 */
export function comparedType(type: FieldType, literals: readonly Literal[]): FieldType {
  if (type.list || type.enum !== undefined) return type;
  const given = literals.filter((literal) => literal.type !== 'null');
  const forms = given.map(formOf);
  const any = (...wanted: LiteralForm[]): boolean => forms.some((form) => wanted.includes(form));
  // A literal that is no number is refused later, by the column's own type.
  if (isNumber(type) && given.some((literal) => literal.type !== 'number')) return type;
  switch (type.scalar) {
    case 'Short':
    case 'Int':
    case 'Long':
      if (any('number', 'huge')) return plainType('Decimal');
      return any('integer') && type.scalar !== 'Long' ? plainType('Long') : type;
    case 'Single':
      // The literal becomes the nearest number of 32 bits, sent as one of 64 bits: so a number too large for 32 bits has its place too.
      return any('integer', 'number') ? plainType('Single') : type;
    case 'Date':
      return any('dateTime', 'momentText') ? plainType('DateTime') : type;
    case 'DateTime':
      return forms.length > 0 && forms.every((form) => form === 'date' || form === 'dateText')
        ? plainType('Date')
        : type;
    default:
      return type;
  }
}

/** Whether a literal lies beyond all numbers of this type, so that no value equals it: `1e400` for floating point. */
export const isBeyond = (type: FieldType, literal: Literal): boolean =>
  !type.list && isFloating(type) && formOf(literal) === 'huge';
