import { refuse } from '../../../base/errors.ts';
import type { Entity, FieldType } from '../../../model/model.ts';
import { show } from '../../../scalars/numbers.ts';
import { readValue } from '../path/read-key.ts';

type Values = Readonly<Record<string, unknown>>;

/** The key fields that an item gives, in neutral form. @throws Refusal BadRequest for values of another type */
export const readBodyKey = (entity: Entity, item: Values): Values =>
  Object.fromEntries(
    entity.key
      .filter(({ name, exposed }) => exposed && Object.hasOwn(item, name))
      .map((field) => [field.name, readValue(entity, field, item[field.name])]),
  );

/** Holds an item that repeats the key of the path to have the same values. @throws Refusal BadRequest */
export function requireSameKey(entity: Entity, inPath: Values, inBody: Values): void {
  const other = entity.key.find(
    ({ name, type }) => Object.hasOwn(inBody, name) && plain(inBody[name], type) !== plain(inPath[name], type),
  );
  if (other !== undefined) {
    const { name } = other;
    refuse(
      'BadRequest',
      `The body says that "${name}" of "${entity.name}" is ${show(inBody[name])}, and the path ${show(inPath[name])}; a key cannot be changed.`,
      { field: name },
    );
  }
}

/** A text that is equal for equal values: `1.50` and `1.5` are one decimal. */
function plain(value: unknown, { scalar }: FieldType): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (scalar === 'Decimal' ? DECIMAL.exec(String(value)) : null) ?? [];
  if (whole + fraction === '') return String(value);
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const place = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${place}`;
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
