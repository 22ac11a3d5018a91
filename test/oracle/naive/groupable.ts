import type { FieldType, ScalarName } from './entity.ts';

type HasFieldType = { readonly type: FieldType };

const numbers: readonly ScalarName[] = ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'];

/** Returns whether rows can be grouped, counted, and ordered by the column. */
export const isGroupable = ({ type }: HasFieldType): boolean => !type.list && type.scalar !== 'JSON';

/** Returns whether the column can be summed. */
export const isNumber = ({ type }: HasFieldType): boolean => !type.list && numbers.includes(type.scalar);

/** Returns whether the sum of the column depends on the order of its rows. */
export const isFloating = ({ type }: HasFieldType): boolean => type.scalar === 'Single' || type.scalar === 'Float';
