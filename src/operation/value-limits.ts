import type { Limits } from '../config/config.ts';

export interface ValueLimits
  extends Pick<
    Limits,
    'filterNodes' | 'orderTerms' | 'inValues' | 'newRows' | 'searchWords' | 'cursorBytes' | 'fields' | 'jsonDepth'
  > {
  /** True if introspection is disabled, so messages must not reveal names. */
  readonly hideNames?: boolean;
}
