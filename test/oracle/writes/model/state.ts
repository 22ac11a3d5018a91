import { Failure } from './failure.ts';
import { keyText, type Row } from './table.ts';
import { tableOf, tables } from './tables.ts';

/** All rows by table and key, and the last number of each sequence. */
export class State {
  readonly #rows: ReadonlyMap<string, Map<string, Row>>;
  readonly sequences: Map<string, number>;

  constructor(rows: ReadonlyMap<string, ReadonlyMap<string, Row>>, sequences: ReadonlyMap<string, number>) {
    this.#rows = new Map([...rows].map(([name, ofTable]) => [name, new Map(ofTable)]));
    this.sequences = new Map(sequences);
  }

  /** By name, then by key. */
  get tables(): ReadonlyMap<string, ReadonlyMap<string, Row>> {
    return this.#rows;
  }

  static empty(): State {
    return new State(new Map(tables.map(({ name }) => [name, new Map()])), new Map());
  }

  copy(): State {
    return new State(this.#rows, this.sequences);
  }

  /** Rows of a table by key. */
  of(table: string): Map<string, Row> {
    const rows = this.#rows.get(table);
    if (rows === undefined) throw new Error(`There is no table ${table}.`);
    return rows;
  }

  /** Existing rows with these keys. */
  at(table: string, keys: readonly string[]): readonly Row[] {
    const rows = this.of(table);
    return keys.map((key) => rows.get(key)).filter((row) => row !== undefined);
  }

  next(sequence: string): number {
    const number = (this.sequences.get(sequence) ?? 0) + 1;
    this.sequences.set(sequence, number);
    return number;
  }

  has(table: string, key: string): boolean {
    return this.of(table).has(key);
  }

  /**
   * Checks deferred constraints.
   * @throws Failure
   */
  commit(): void {
    const codes = tables.flatMap(({ name, uniques, references }) => {
      const rows = [...this.of(name).values()];
      const doubled = uniques.some((unique) => unique.deferred && findDoubles(rows, unique.columns));
      const dangling = references.some(
        ({ deferred, column, table }) =>
          deferred && rows.some((row) => row[column] !== null && !this.has(table, keyText([column], row))),
      );
      return [...(doubled ? (['Conflict'] as const) : []), ...(dangling ? (['ConstraintViolated'] as const) : [])];
    });
    if (codes.length > 0) throw new Failure(codes, 'at commit');
  }

  /** Rows of a table in key order. */
  sorted(table: string): readonly Row[] {
    return sortRows(tableOf(table).key, [...this.of(table).values()]);
  }
}

/** Finds rows with equal non-null values. */
export function findDoubles(rows: readonly Row[], columns: readonly string[]): boolean {
  const rowsInOrder = rows
    .filter((row) => columns.every((column) => row[column] !== null))
    .map((row) => keyText(columns, row));
  return new Set(rowsInOrder).size < rowsInOrder.length;
}

/** Sorts by key: numbers by value, others by text. */
export const sortRows = (key: readonly string[], rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((left, right) => {
    const signs = key.map((name) => compare(String(left[name]), String(right[name])));
    return signs.find((sign) => sign !== 0) ?? 0;
  });

function compare(left: string, right: string): number {
  if (left.startsWith('#')) return Number(left.slice(1)) - Number(right.slice(1));
  return left === right ? 0 : left < right ? -1 : 1;
}
