import type { Row } from './entity.ts';

/** Rows equal in some fields, or all rows. */
export interface Group {
  /** Values of those fields. */
  readonly common: Row;
  readonly rows: readonly Row[];
}
