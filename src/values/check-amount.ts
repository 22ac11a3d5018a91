import { refuse } from '../base/errors.ts';

/** Bounds of a page size: the argument that says it, and the maximum, for which -1 may stand. */
export interface SizeBounds {
  readonly argument: string;
  readonly max: number;
  readonly minusOneIsMax?: boolean;
}

/** A page size within its bounds. @throws Refusal BadRequest, LimitExceeded with the maximum */
export function checkSize(value: number, { argument, max, minusOneIsMax }: SizeBounds): number {
  if (value === -1 && minusOneIsMax === true) return max;
  if (value < 0) refuse('BadRequest', `"${argument}" must be 0 or more, found ${value}.`);
  if (value > max) {
    refuse('LimitExceeded', `"${argument}" may be at most ${max}, found ${value}; take several pages.`, {
      limit: 'max-page-size',
      max,
    });
  }
  return value;
}

/** Rows to skip. @throws Refusal BadRequest */
export function checkOffset(value: number): number {
  return value >= 0 ? value : refuse('BadRequest', `"offset" must be 0 or more, found ${value}.`);
}
