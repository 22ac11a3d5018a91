import type { Wire } from '../wire.ts';

export type Row = Readonly<Record<string, Wire>>;

export interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  readonly uniques: readonly Unique[];
  /** CHECK constraints. */
  readonly checks: readonly ((row: Row) => boolean)[];
  readonly references: readonly Reference[];
  /** True if an INSERT trigger fills columns, if the store runs it before constraints. */
  readonly hasInsertTrigger?: boolean;
}

export interface Column {
  readonly name: string;
  /** Name in the database, if different. */
  readonly stored?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Maximum number of characters. */
  readonly length?: number;
  /** Digits after the decimal point. */
  readonly scale?: number;
  /** Digits before the decimal point; 6 by default. */
  readonly integerDigits?: number;
  /** Default value; NULL if absent. */
  readonly default?: Wire | Sequence;
  /** Never written by clients. */
  readonly generated?: boolean;
  readonly compute?: (row: Row) => Wire;
}

export type ColumnType =
  | ('Short' | 'Int' | 'Long' | 'Single' | 'Float' | 'Decimal' | 'Boolean' | 'String' | 'Grade' | 'UUID' | 'JSON')
  | ('Date' | 'DateTime' | 'LocalDateTime' | 'LocalTime' | 'Bytes' | 'Strings' | 'Ints' | 'Grades');

export interface Sequence {
  readonly sequence: string;
  readonly make: (number: number) => Wire;
}

export interface Unique {
  readonly columns: readonly string[];
  /** Checked at the end of the transaction. */
  readonly deferred?: boolean;
}

export interface Reference {
  readonly column: string;
  /** Has a key of one column. */
  readonly table: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
  readonly deferred?: boolean;
}

export const isSequence = (value: Column['default']): value is Sequence =>
  typeof value === 'object' && value !== null && 'sequence' in value;

export const keyText = (key: readonly string[], row: Row): string => key.map((name) => row[name]).join('|');
