import type { FieldType, ScalarName } from './entity.ts';

type Typed = { readonly type: FieldType };

const numbers: readonly ScalarName[] = ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'];

/** Whether rows can be grouped by it, counted by it, and ordered. */
export const isGroupable = ({ type }: Typed): boolean => !type.list && type.scalar !== 'JSON';

/** Whether it has a sum. */
export const isNumber = ({ type }: Typed): boolean => !type.list && numbers.includes(type.scalar);

/** Whether its sums depend on the order in which they are added up. */
export const isFloating = ({ type }: Typed): boolean => type.scalar === 'Single' || type.scalar === 'Float';
