import { invariant } from '../../../../base/invariant.ts';
import { raw, type Sql, sql } from '../../../../sql/fragment.ts';
import type { EntrySql } from '../../../../sql/query.ts';
import type { Returning, ReturningValue } from '../../../../sql/write-query.ts';
import type { Result, TextRow } from '../../../../store/result.ts';
import type { ChangeRow } from '../../../../store/script.ts';
import { rejectTruncated } from '../failure/reject-truncated.ts';
import { metadataText, objectOf } from '../rows.ts';
import type { NestedSqlVariant } from '../variant.ts';
import { capturedStrings } from './captured-keys.ts';

/** String for a row that the role may not see. It cannot be JSON text, which is never empty. */
const HIDDEN = '';

/** Column `r` is NULL only in the last row, which counts warnings. */
const ROW: readonly Sql[] = [raw("'1' as r")];

/**
 * Returns the columns of a written row. `ok` is the result of the check, and `k` has the captured values as a JSON
 * array. `v0`, … are the JSON of each value, followed by the row's metadata.
 */
export const changeColumns = (
  { check, captures, values }: Returning,
  nested: NestedSqlVariant,
  leadingColumns = ROW,
): readonly Sql[] => [
  ...leadingColumns,
  ...(check === undefined ? [] : [sql`if(${check.sql}, '1', '0') as ok`]),
  ...(captures.length === 0 ? [] : [sql`${capturedStrings(captures)} as k`]),
  ...values
    .flatMap((value) => valueColumns(value, nested))
    .map((column, index) => sql`${column} as ${raw(`v${index}`)}`),
];

const valueColumns = (value: ReturningValue, nested: NestedSqlVariant): readonly Sql[] => [
  valueColumn(value, nested),
  ...metadataOf(value).map(metadataText),
];

const metadataOf = (value: ReturningValue): readonly EntrySql[] => (value.kind === 'one' ? value.metadata : []);

function valueColumn({ query: { where, entries } }: ReturningValue, nested: NestedSqlVariant): Sql {
  const object = objectOf(entries, nested);
  const json = nested.checkLength?.(object) ?? object;
  return where === undefined ? json : sql`if(${where.sql}, ${json}, '${raw(HIDDEN)}')`;
}

export const returnsRows = ({ check, captures, values }: Returning): boolean =>
  check !== undefined || captures.length > 0 || values.length > 0;

export function readWritten(returning: Returning): (result: Result) => ChangeRow {
  const read = readRows(returning, ROW.length);
  return (result) => {
    const rows = rowsOf(result);
    return { ...read(rows), affected: rows.length };
  };
}

/** Returns columns for the position of a row and, if all rows must be found, for their number. */
export const rereadColumns = ({ check }: Returning, position: Sql, count: Sql): readonly Sql[] =>
  check === undefined ? [sql`${position} as r`] : [sql`${position} as r`, sql`${count} as n`];

/** Reads re-read rows. They pass their check only if all of them were found. */
export function readReread(returning: Returning): (result: Result) => ChangeRow {
  const read = readRows(returning, rereadColumns(returning, [], []).length);
  return (result) => {
    const rows = rowsOf(result);
    const { passesCheck, ...row } = read(rows);
    const areFound = rows.length > 0 && new Set(rows.map(([position]) => position)).size === Number(rows[0]?.[1]);
    return { ...row, passesCheck: passesCheck === null ? null : passesCheck && areFound };
  };
}

const rowsOf = ([set]: Result): readonly TextRow[] => set?.rows.filter(([position]) => position !== null) ?? [];

function readRows({ check, captures, values }: Returning, ok: number): (rows: readonly TextRow[]) => ChangeRow {
  const k = check === undefined ? ok : ok + 1;
  const first = captures.length === 0 ? k : k + 1;
  return (rows) => ({
    affected: 0,
    passesCheck: check === undefined ? null : rows.every((row) => row[ok] === '1'),
    captured: captures.length === 0 ? undefined : rows.map((row) => JSON.parse(textAt(row, k)) as TextRow),
    // A value with metadata is the only value.
    values: values.flatMap((value, index) => readValue(value, rows, first + index)),
  });
}

function readValue(value: ReturningValue, rows: readonly TextRow[], column: number): TextRow {
  const visibleRows = rows.filter((row) => textAt(row, column) !== HIDDEN);
  if (value.kind === 'one') {
    const [row] = visibleRows;
    if (row !== undefined) return row.slice(column, column + 1 + value.metadata.length);
    return [
      null,
      ...value.metadata.map((member, index) => (member.unfiltered ? (rows[0]?.[column + 1 + index] ?? null) : null)),
    ];
  }
  const { size } = value.query;
  invariant(typeof size === 'number', 'the number of returned rows is a constant');
  return [
    `[${visibleRows
      .slice(0, size)
      .map((row) => row[column])
      .join(',')}]`,
  ];
}

/** @throws ApiError LimitExceeded if the value is too long for the database */
const textAt = (row: TextRow, column: number): string => row[column] ?? rejectTruncated();
