import type { ColumnFacts } from './catalog-facts.ts';

/** What differs between versions. */
export interface TypeLimits {
  /** The last second that a `timestamp` holds. */
  readonly lastTimestamp: string;
}

/** What the type of a column or a parameter is told by. */
export interface TypeFacts
  extends Pick<ColumnFacts, 'table' | 'name' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    TypeLimits {}
