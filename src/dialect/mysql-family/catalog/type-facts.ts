import type { ZeroDateMode } from '../../../model/catalog-column.ts';
import type { ColumnFacts } from './catalog-facts.ts';

/** Limits that depend on the server's version and settings. */
export interface TypeLimits {
  readonly lastTimestamp: string;
  /** Modes of the server that reject zero dates. */
  readonly zeroDateModes: readonly ZeroDateMode[];
}

export interface TypeFacts
  extends Pick<ColumnFacts, 'table' | 'name' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    TypeLimits {}
