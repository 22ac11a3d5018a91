import type { FieldType, ScalarName } from './entity.ts';

type Typed = { readonly type: FieldType };

const numbers: readonly ScalarName[] = ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'];

/** Returns whether rows can be grouped by, counted by, and ordered by it. */
export const isGroupable = ({ type }: Typed): boolean => !type.list && type.scalar !== 'JSON';

/** Returns whether it has a sum. */
export const isNumber = ({ type }: Typed): boolean => !type.list && numbers.includes(type.scalar);

/** Returns whether its sums depend on order. */
export const isFloating = ({ type }: Typed): boolean => type.scalar === 'Single' || type.scalar === 'Float';
