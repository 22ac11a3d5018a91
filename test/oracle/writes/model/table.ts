import type { Wire } from '../wire.ts';

export type Row = Readonly<Record<string, Wire>>;

/** A table as its constraints see it. */
export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  readonly uniques: readonly Unique[];
  /** Whether a row may be so. */
  readonly checks: readonly ((row: Row) => boolean)[];
  readonly references: readonly Reference[];
  /** The table has a trigger on INSERT, which fills columns where the store runs it before the constraints. */
  readonly hasInsertTrigger?: boolean;
}

export interface Column {
  /** As the API has it. */
  readonly name: string;
  /** As the database has it, where that is another. */
  readonly stored?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Characters that a text may have. */
  readonly length?: number;
  /** Digits behind the point. */
  readonly scale?: number;
  /** Digits in front of it, where these are not 6. */
  readonly whole?: number;
  /** What a new row has that does not say; NULL where absent. */
  readonly default?: Wire | Sequence;
  /** No client writes it. */
  readonly generated?: boolean;
  readonly compute?: (row: Row) => Wire;
}

export type ColumnType =
  | ('Short' | 'Int' | 'Long' | 'Single' | 'Float' | 'Decimal' | 'Boolean' | 'String' | 'Grade' | 'UUID' | 'JSON')
  | ('Date' | 'DateTime' | 'Local' | 'LocalTime' | 'Bytes' | 'Strings' | 'Ints' | 'Grades');

export interface Sequence {
  readonly sequence: string;
  readonly make: (number: number) => Wire;
}

export interface Unique {
  readonly columns: readonly string[];
  /** Looked at when the transaction ends. */
  readonly deferred?: boolean;
}

export interface Reference {
  readonly column: string;
  /** Its key is one column. */
  readonly table: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
  readonly deferred?: boolean;
}

export const isSequence = (value: Column['default']): value is Sequence =>
  typeof value === 'object' && value !== null && 'sequence' in value;

/** Names a row among those of its table. */
export const keyText = (key: readonly string[], row: Row): string => key.map((name) => row[name]).join('|');
