/** The only field of a type that would have none; it is null. */
export const PLACEHOLDER = '_empty';
