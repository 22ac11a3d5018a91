import type { Row } from './entity.ts';

/** Rows that agree in some fields, or all rows. */
export interface Group {
  /** What they have in those fields. */
  readonly common: Row;
  readonly rows: readonly Row[];
}
