import type { State } from './state.ts';
import type { Row } from './table.ts';

export type Action = 'create' | 'read' | 'update' | 'delete';

/** Who asks: a role, and what is known of the caller. */
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
  /** As the configuration has it. */
  readonly text: string;
  readonly claims: readonly string[];
  /** Whether it is true of a row; unknown is false. */
  readonly holds: (row: Row, claims: Caller['claims'], state: State) => boolean;
}
