import type { ResultSet, ValueKind } from '../../../store/result.ts';

/** A value of a row as mysql2 gives it: digits that a number of JavaScript would lose stay a text. */
type Given = string | number | Buffer | null;

/** The JSON texts of the first rows that a procedure selects, of which nobody knows the columns before: `{"id":1,"name":"Ann"}`. */
export const selectedRows = ({ rows, columns = [], kinds = [] }: ResultSet, size: number): readonly string[] =>
  (rows as readonly (readonly Given[])[]).slice(0, size).map((row) => {
    const members = columns.map((name, index) => `${JSON.stringify(name)}:${jsonOf(row[index] ?? null, kinds[index])}`);
    return `{${members.join(',')}}`;
  });

function jsonOf(value: Given, kind: ValueKind | undefined): string {
  if (value === null) return 'null';
  switch (kind) {
    case 'number':
      // ZEROFILL writes zeros that are no JSON.
      return String(value).replace(/^0+(?=\d)/, '');
    case 'boolean':
      return String(Buffer.isBuffer(value) ? value[0] !== 0 : Number(value) !== 0);
    case 'bits':
      return BigInt(`0x${bytesOf(value).toString('hex')}`).toString();
    case 'bytes':
      return JSON.stringify(bytesOf(value).toString('base64'));
    case 'json':
      return String(value);
    case 'moment':
      return JSON.stringify(`${withoutZeros(String(value)).replace(' ', 'T')}+00:00`);
    case 'time':
      return JSON.stringify(withoutZeros(String(value)));
    default:
      return JSON.stringify(String(value));
  }
}

const bytesOf = (value: string | number | Buffer): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(`${value}`));

/** Fractions of seconds without zeros at their end. */
const withoutZeros = (text: string): string => text.replace(/\.?0+$/, (zeros) => (text.includes('.') ? '' : zeros));
