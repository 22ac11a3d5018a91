import { refuse } from '../base/errors.ts';
import type { FieldType } from '../model/model.ts';
import { show } from '../scalars/numbers.ts';

/** A value of an enum is one of its labels. @throws Refusal BadRequest with the labels, and the field where it is known */
export function checkLabel(field: string | undefined, type: FieldType, value: string): void {
  const labels = type.enum?.labels ?? type.labels;
  if (labels === undefined || labels.includes(value)) return;
  const what = field === undefined ? 'The value' : `"${field}"`;
  const message = `${what} must be one of ${labels.join(', ')}; found ${show(value)}.`;
  refuse('BadRequest', message, field === undefined ? undefined : { fields: [field] });
}
