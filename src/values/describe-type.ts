import type { FieldType } from '../model/model.ts';

/** Returns `an Int`, `a label of order_status`, or `a list`. */
export function describeType({ scalar, list, enum: source, qualifiedName, labels }: FieldType): string {
  if (list) return 'a list';
  if (source !== undefined) return `a label of ${source.name}`;
  if (qualifiedName !== undefined) return `a ${labels === undefined ? 'value' : 'label'} of ${qualifiedName.name}`;
  return scalar === 'Int' ? 'an Int' : `a ${scalar}`;
}
