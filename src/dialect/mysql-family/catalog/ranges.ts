import type { ColumnType, ValueRange } from '../../../model/catalog-column.ts';
import type { TypeFacts } from './type-facts.ts';

/** Bytes of an integer. */
const bytesOf: Readonly<Record<string, number>> = { tinyint: 1, smallint: 2, mediumint: 3, int: 4, bigint: 8 };

/** The most of floating point numbers, of which unsigned ones have no other bound of their own than zero. */
const mostOf: Readonly<Record<string, string>> = { float: '3.4028235e38', double: '1.7976931348623157e308' };

/** What a column takes, of types whose words hold more: neither server names a bound in its errors. */
export function describeRange(column: TypeFacts): Pick<ColumnType, 'range'> {
  const range = rangeOf(column);
  return range === undefined ? {} : { range };
}

function rangeOf({ dataType, columnType, lastTimestamp }: TypeFacts): ValueRange | undefined {
  const isUnsigned = columnType.includes('unsigned');
  const bytes = bytesOf[dataType];
  if (bytes !== undefined) return integers(BigInt(bytes) * 8n, isUnsigned);
  const [, first = '0', second = '0'] = /\((\d+)(?:,(\d+))?\)/.exec(columnType) ?? [];
  switch (dataType) {
    case 'bit':
      return integers(BigInt(first), true);
    case 'decimal': {
      const most = withPoint('9'.repeat(Number(first)), Number(second));
      return { least: isUnsigned ? '0' : `-${most}`, most };
    }
    case 'float':
    case 'double':
      return isUnsigned ? { least: '0', most: mostOf[dataType] ?? '' } : undefined;
    case 'datetime':
      return { least: '0000-01-01T00:00:00+00:00', most: `9999-12-31T23:59:59${nines(first)}+00:00` };
    case 'timestamp':
      return { least: '1970-01-01T00:00:01+00:00', most: `${lastTimestamp}${nines(first)}+00:00` };
    case 'time':
      return { least: '-838:59:59', most: '838:59:59' };
    default:
      return undefined;
  }
}

function integers(bits: bigint, isUnsigned: boolean): ValueRange {
  const half = 2n ** (bits - 1n);
  return isUnsigned ? { least: '0', most: String(2n ** bits - 1n) } : { least: String(-half), most: String(half - 1n) };
}

const withPoint = (digits: string, scale: number): string =>
  scale === 0 ? digits : `${digits.slice(0, -scale) || '0'}.${digits.slice(-scale)}`;

/** The fraction of the last second that the column has room for. */
const nines = (digits: string): string => (digits === '0' ? '' : `.${'9'.repeat(Number(digits))}`);
