import { refuse } from '../../../base/errors.ts';
import type { Entity, FieldType } from '../../../model/model.ts';
import { show } from '../../../scalars/numbers.ts';
import { readValue } from '../read-key.ts';

type Values = Readonly<Record<string, unknown>>;

/** What an item says of its own key, in neutral form. @throws Refusal BadRequest for values of another type */
export const readBodyKey = (entity: Entity, item: Values): Values =>
  Object.fromEntries(
    entity.key
      .filter(({ name, exposed }) => exposed && Object.hasOwn(item, name))
      .map((field) => [field.name, readValue(entity, field, item[field.name])]),
  );

/** An item may repeat the key that the path has, but not change it. @throws Refusal BadRequest */
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

/** Decimals are equal however many zeros they end in. */
const plain = (value: unknown, { scalar }: FieldType): string =>
  scalar === 'Decimal' ? String(value).replace(/^(-?\d+)(?:\.0*|(\.\d*?[1-9])0+)$/, '$1$2') : String(value);
