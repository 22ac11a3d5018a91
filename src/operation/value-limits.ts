import type { Limits } from '../config/config.ts';

/** Bounds of what an operation and its variables may be made of. */
export type ValueLimits = Pick<
  Limits,
  'filterNodes' | 'orderTerms' | 'inValues' | 'newRows' | 'searchWords' | 'cursorBytes' | 'fields' | 'jsonDepth'
>;
