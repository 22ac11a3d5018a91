/** The field of a type that would have none otherwise; it is null. */
export const PLACEHOLDER = '_empty';
