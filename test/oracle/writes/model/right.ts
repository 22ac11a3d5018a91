import type { State } from './state.ts';
import type { Row } from './table.ts';

export type Action = 'create' | 'read' | 'update' | 'delete';

/** A caller: role and claims. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, string>>;
}

export interface Right {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly policy?: Policy;
}

export interface Policy {
  readonly text: string;
  readonly claims: readonly string[];
  /** Returns whether the policy is true for a row; unknown counts as false. */
  readonly holds: (row: Row, claims: Caller['claims'], state: State) => boolean;
}
