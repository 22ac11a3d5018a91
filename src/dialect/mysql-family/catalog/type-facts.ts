import type { ZeroDateMode } from '../../../model/catalog-column.ts';
import type { ColumnFacts } from './catalog-facts.ts';

export interface TypeLimits {
  readonly lastTimestamp: string;
  readonly zeroDateModes: readonly ZeroDateMode[];
}

export interface TypeFacts
  extends Pick<ColumnFacts, 'table' | 'name' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    TypeLimits {}
