import { invariant } from '../../../base/invariant.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { EntrySql } from '../../../sql/query.ts';
import type { Returning, ReturningValue } from '../../../sql/write-query.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { capturedTexts } from './captured-keys.ts';
import { refuseCut } from './refuse-cut.ts';
import { metadataText, objectOf } from './rows.ts';
import type { NestedSqlVariant } from './variant.ts';

/** Stands for the value of a row that the role may not see; no JSON text is empty. */
const HIDDEN = '';

/** The first column, `r`, is not NULL in rows; in the last row, which is about the statement, it is. */
const ROW: readonly Sql[] = [raw("'1' as r")];

/**
 * Columns of a statement that gives a row for each row that it is about: whether it passes its check, `ok`; what is
 * captured of it, `k`, as a JSON list of texts; and the JSON text of each value of the answer, `v0` and so on, with
 * facts of the row behind it. @param front columns before them
 */
export const changeColumns = (
  { check, captures, values }: Returning,
  nested: NestedSqlVariant,
  front = ROW,
): readonly Sql[] => [
  ...front,
  ...(check === undefined ? [] : [sql`if(${check.sql}, '1', '0') as ok`]),
  ...(captures.length === 0 ? [] : [sql`${capturedTexts(captures)} as k`]),
  ...values
    .flatMap((value) => shownColumns(value, nested))
    .map((column, index) => sql`${column} as ${raw(`v${index}`)}`),
];

const shownColumns = (value: ReturningValue, nested: NestedSqlVariant): readonly Sql[] => [
  shown(value, nested),
  ...factsOf(value).map(metadataText),
];

const factsOf = (value: ReturningValue): readonly EntrySql[] => (value.kind === 'one' ? value.apart : []);

function shown({ query: { where, entries } }: ReturningValue, nested: NestedSqlVariant): Sql {
  const object = objectOf(entries, nested);
  const json = nested.whole?.(object) ?? object;
  return where === undefined ? json : sql`if(${where.sql}, ${json}, '${raw(HIDDEN)}')`;
}

/** Whether anything but their number is asked of the rows of a write. */
export const asksRows = ({ check, captures, values }: Returning): boolean =>
  check !== undefined || captures.length > 0 || values.length > 0;

/** The reader of a write that has such columns. */
export function readWritten(asked: Returning): (result: Result) => ChangeRow {
  const read = readRows(asked, ROW.length);
  return (result) => {
    const rows = rowsOf(result);
    return { ...read(rows), affected: rows.length };
  };
}

/**
 * Columns in front where rows are looked up: the place of the row among those that were looked for and, where it counts
 * that all are found, how many these are.
 */
export const soughtColumns = ({ check }: Returning, place: Sql, count: Sql): readonly Sql[] =>
  check === undefined ? [sql`${place} as r`] : [sql`${place} as r`, sql`${count} as n`];

/** The reader of rows that were read again. They pass their check only where all of them were found. */
export function readSought(asked: Returning): (result: Result) => ChangeRow {
  const read = readRows(asked, soughtColumns(asked, [], []).length);
  return (result) => {
    const rows = rowsOf(result);
    const { passesCheck, ...row } = read(rows);
    const areFound = rows.length > 0 && new Set(rows.map(([place]) => place)).size === Number(rows[0]?.[1]);
    return { ...row, passesCheck: passesCheck === null ? null : passesCheck && areFound };
  };
}

/** All rows but the last one, if that is about the statement. */
const rowsOf = ([set]: Result): readonly TextRow[] => set?.rows.filter(([place]) => place !== null) ?? [];

function readRows({ check, captures, values }: Returning, ok: number): (rows: readonly TextRow[]) => ChangeRow {
  const k = check === undefined ? ok : ok + 1;
  const first = captures.length === 0 ? k : k + 1;
  return (rows) => ({
    affected: 0,
    passesCheck: check === undefined ? null : rows.every((row) => row[ok] === '1'),
    captured: captures.length === 0 ? undefined : rows.map((row) => JSON.parse(textAt(row, k)) as TextRow),
    // A value with facts is the only one, so each other value has one column.
    values: values.flatMap((value, index) => readValue(value, rows, first + index)),
  });
}

/** The text of a value of the answer, then its facts. */
function readValue(value: ReturningValue, rows: readonly TextRow[], place: number): TextRow {
  const seen = rows.filter((row) => textAt(row, place) !== HIDDEN);
  if (value.kind === 'one') {
    const [shown] = seen;
    if (shown !== undefined) return shown.slice(place, place + 1 + value.apart.length);
    return [
      null,
      ...value.apart.map((fact, index) => (fact.unfiltered ? (rows[0]?.[place + 1 + index] ?? null) : null)),
    ];
  }
  const { size } = value.query;
  invariant(typeof size === 'number', 'how many rows a change shows is known beforehand');
  return [
    `[${seen
      .slice(0, size)
      .map((row) => row[place])
      .join(',')}]`,
  ];
}

/** @throws Refusal LimitExceeded for what is too long for the database to make a text of */
const textAt = (row: TextRow, place: number): string => row[place] ?? refuseCut();
