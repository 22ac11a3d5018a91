/** Null field of a type that would otherwise have no fields. */
export const PLACEHOLDER = '_empty';
