import { placeNulls } from './place-nulls.ts';

/** Sorts NULL last: `a desc` becomes `a is null desc, a desc`. */
export const mysqlOrder = (text: string): string =>
  placeNulls(
    text,
    (what, direction, nulls) => `${what} is null${nulls === 'first' ? ' desc' : ''}, ${what}${direction}`,
  );
