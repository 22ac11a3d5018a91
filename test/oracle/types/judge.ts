import type { Kind } from './kind.ts';

/** Queries the database directly. */
export interface Judge {
  /** Returns rows of native text. */
  query(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  literal(text: string, kind: Kind): string;
  /** A column in comparable and sortable form. */
  column(name: string, kind: Kind): string;
  /** Condition for a NULL column; a row of NULLs is not NULL. */
  isNull(name: string): string;
  close(): Promise<void>;
}
