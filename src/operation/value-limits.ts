import type { Limits } from '../config/config.ts';

/** Bounds of what an operation and its variables may be made of. */
export interface ValueLimits
  extends Pick<
    Limits,
    'filterNodes' | 'orderTerms' | 'inValues' | 'newRows' | 'searchWords' | 'cursorBytes' | 'fields' | 'jsonDepth'
  > {
  /** Whether messages must not reveal names that a disabled introspection withholds. */
  readonly hideNames?: boolean;
}
