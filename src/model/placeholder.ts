/** Null field of a type without other fields. */
export const PLACEHOLDER = '_empty';
