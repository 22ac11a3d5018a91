import type { Limits } from '../config/config.ts';

/** Limits of an operation and its variables. */
export interface ValueLimits
  extends Pick<
    Limits,
    'filterNodes' | 'orderTerms' | 'inValues' | 'newRows' | 'searchWords' | 'cursorBytes' | 'fields' | 'jsonDepth'
  > {
  /** True if messages must not reveal names, because introspection is disabled. */
  readonly hideNames?: boolean;
}
