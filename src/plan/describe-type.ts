import type { FieldType } from '../model/model.ts';

/** A type with its article, for messages: `an Int`, `a label of order_status`, `a list`. */
export function describeType({ scalar, list, enum: labels }: FieldType): string {
  if (list) return 'a list';
  if (labels !== undefined) return `a label of ${labels.name}`;
  return scalar === 'Int' ? 'an Int' : `a ${scalar}`;
}
