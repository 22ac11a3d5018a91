import type { ColumnType } from '../../../model/catalog-column.ts';
import { isKnownType, isWide, resolveType } from './types.ts';

/** What a type has where its declaration says no size: https://learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql */
const sizes: Readonly<Record<string, number>> = {
  ...{ decimal: 18, numeric: 18 },
  vector: 1,
  ...{ datetime2: 7, datetimeoffset: 7, time: 7 },
  ...{ char: 1, varchar: 1, nchar: 1, nvarchar: 1, binary: 1, varbinary: 1 },
};

const LARGEST_DECIMAL = 38;

const LARGEST_FRACTION = 7;

/** Bytes of the longest text or binary value that has a length. */
const LONGEST = 8000;

/** A type as a declaration has it: `int`, `nvarchar(80)`, `varbinary(max)`, `decimal(10, 2)`; undefined for what is none. */
export function readType(declared: string): ColumnType | undefined {
  const found = /^\s*(\w+)\s*(?:\(\s*(\d+|max)\s*(?:,\s*(\d+)\s*)?\))?\s*$/i.exec(declared);
  const type = found?.[1]?.toLowerCase() ?? '';
  if (!isKnownType(type)) return undefined;
  const first = found?.[2]?.toLowerCase();
  if (first !== undefined && !(type in sizes)) return undefined;
  const isMax = first === 'max';
  const size = isMax ? -1 : Number(first ?? sizes[type] ?? 0);
  const second = found?.[3] === undefined ? undefined : Number(found[3]);
  const facts = { type, length: 0, precision: 0, scale: 0, collation: null };
  switch (type) {
    case 'decimal':
    case 'numeric': {
      const scale = second ?? 0;
      if (size < 1 || size > LARGEST_DECIMAL || scale > size) return undefined;
      return resolveType({ ...facts, precision: size, scale });
    }
    case 'datetime2':
    case 'datetimeoffset':
    case 'time':
      if (second !== undefined || size < 0 || size > LARGEST_FRACTION) return undefined;
      return resolveType({ ...facts, scale: size });
    case 'vector':
      // A result is read without its dimension.
      return second !== undefined || isMax ? undefined : resolveType(facts);
    default: {
      if (second !== undefined || (isMax && !type.includes('var'))) return undefined;
      const length = isMax || !isWide(type) ? size : size * 2;
      if (type in sizes && !isMax && (length < 1 || length > LONGEST)) return undefined;
      return resolveType({ ...facts, length });
    }
  }
}
