import type { ZeroDateMode } from '../../../model/catalog-column.ts';
import type { ColumnRow } from './catalog-rows.ts';

export interface TypeLimits {
  readonly lastTimestamp: string;
  readonly zeroDateModes: readonly ZeroDateMode[];
}

export interface TypeRow
  extends Pick<ColumnRow, 'table' | 'name' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    TypeLimits {}
