import type { Field } from '../../../model/model.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';

const values: Readonly<Record<Exclude<ScalarName, 'String'>, unknown>> = {
  Short: 1,
  Int: 1,
  Long: 1,
  Single: 1.5,
  Float: 1.5,
  Decimal: 10,
  Boolean: true,
  UUID: '7f3c0f6e-3a52-4d0c-9a53-2b1f6f0f7c11',
  Date: '2024-02-29',
  DateTime: '2024-02-29T12:00:00Z',
  LocalTime: '12:00:00',
  Base64String: 'AAEC',
  JSON: { any: 'thing' },
};

/** Returns an example value; undefined if only the database knows the valid values. */
export function exampleValue(field: Pick<Field, 'name' | 'type'>): unknown {
  const { type } = field;
  const value = oneValue(field);
  return type.list && value !== undefined ? [value] : value;
}

function oneValue({ name, type }: Pick<Field, 'name' | 'type'>): unknown {
  const labels = type.enumType?.labels ?? type.labels;
  if (labels !== undefined) return labels[0];
  if (type.asText) return undefined;
  if (type.scalar !== 'String') return values[type.scalar];
  return [...`Some ${name}`].slice(0, type.maxLength).join('');
}

/** Maximum number of fields in an example. Required fields may exceed it. */
const EXAMPLE_SIZE = 3;

export interface ItemMember {
  readonly name: string;
  readonly field: Field;
  readonly isRequired: boolean;
}

/** Returns an example item. Undefined if a required field has no example. */
export function exampleItem(members: readonly ItemMember[]): object | undefined {
  const candidates = members.map((member) => ({ ...member, value: exampleValue(member.field) }));
  const required = candidates.filter(({ isRequired }) => isRequired);
  if (required.some(({ value }) => value === undefined)) return undefined;
  const others = candidates.filter(
    ({ isRequired, value, field }) => !isRequired && value !== undefined && field.insertable === true,
  );
  const shown = new Set([...required, ...others.slice(0, Math.max(0, EXAMPLE_SIZE - required.length))]);
  return Object.fromEntries(
    candidates.filter((candidate) => shown.has(candidate)).map(({ name, value }) => [name, value]),
  );
}
