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

/** Returns an example; undefined if only the database knows the valid values. */
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
