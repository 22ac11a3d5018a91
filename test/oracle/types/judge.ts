import type { Kind } from './kind.ts';

/** The database itself, asked in its own words. */
export interface Judge {
  /** Rows of texts, as the types write their values. */
  ask(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  /** A value of the kind. */
  literal(text: string, kind: Kind): string;
  /** A column of the kind as something to compare and to order by. */
  column(name: string, kind: Kind): string;
  /** Whether a column is NULL; a row of NULLs is not. */
  isNull(name: string): string;
  close(): Promise<void>;
}
