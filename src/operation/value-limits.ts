import type { Limits } from '../config/config.ts';

export interface ValueLimits
  extends Pick<
    Limits,
    'filterNodes' | 'orderTerms' | 'inValues' | 'newRows' | 'searchWords' | 'cursorBytes' | 'fields' | 'jsonDepth'
  > {
  /** True if disabled introspection hides names from messages. */
  readonly hideNames?: boolean;
}
