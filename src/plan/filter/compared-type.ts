import type { FieldType } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { Literal } from '../../odata/expression.ts';
import { formOf, type LiteralForm } from '../../odata/literal-form.ts';
import { isFloating, isNumber } from '../../scalars/operators.ts';

/**
 * As what literals are compared with something of a type: numbers as numbers, whatever the range of a column, and days with points in
 * time as their midnight. All types that are mixed so share an index of the database.
 */
export function comparedType(type: FieldType, literals: readonly Literal[]): FieldType {
  if (type.list || type.enum !== undefined) return type;
  const given = literals.filter((literal) => literal.type !== 'null');
  const forms = given.map(formOf);
  const any = (...wanted: LiteralForm[]): boolean => forms.some((form) => wanted.includes(form));
  // What does not fit is told by the type itself.
  if (isNumber(type) && given.some((literal) => literal.type !== 'number')) return type;
  switch (type.scalar) {
    case 'Short':
    case 'Int':
    case 'Long':
      if (any('number', 'huge')) return plainType('Decimal');
      return any('integer') && type.scalar !== 'Long' ? plainType('Long') : type;
    case 'Single':
      // As the number of 64 bits that the nearest one of 32 bits is, so that larger ones have a place beside it.
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

/** Whether a literal is a number beyond all that something of this type can be, so that the two are never equal. */
export const isBeyond = (type: FieldType, literal: Literal): boolean =>
  !type.list && isFloating(type) && formOf(literal) === 'huge';
