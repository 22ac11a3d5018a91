import type { FieldType } from '../model/model.ts';

/** Returns `must be between 0 and 255`. */
export function describeRange({ scalar, range }: FieldType & Required<Pick<FieldType, 'range'>>): string {
  const { min, max } = range;
  return scalar === 'DateTime' || scalar === 'LocalTime'
    ? `must be between "${min}" and "${max}", after rounding to the precision of its column`
    : `must be between ${min} and ${max}`;
}

export const hasRange = (type: FieldType | undefined): type is FieldType & Required<Pick<FieldType, 'range'>> =>
  type?.range !== undefined;
