import type { ZeroDateMode } from '../../../model/catalog-column.ts';
import type { ColumnFacts } from './catalog-facts.ts';

/** What differs between versions and settings of servers. */
export interface TypeLimits {
  /** The last second that a `timestamp` holds. */
  readonly lastTimestamp: string;
  /** Modes of the server that refuse zero dates. */
  readonly zeroDateModes: readonly ZeroDateMode[];
}

/** What the type of a column or a parameter is told by. */
export interface TypeFacts
  extends Pick<ColumnFacts, 'table' | 'name' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    TypeLimits {}
