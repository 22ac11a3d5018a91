import type { Decimal } from './decimal.ts';

export type ScalarName =
  | 'Short'
  | 'Int'
  | 'Long'
  | 'Single'
  | 'Float'
  | 'Decimal'
  | 'Boolean'
  | 'String'
  | 'UUID'
  | 'Date'
  | 'DateTime'
  | 'LocalTime'
  | 'Base64String'
  | 'JSON';

export interface FieldType {
  readonly scalar: ScalarName;
  readonly list: boolean;
  /** Labels of an enum in declared order; its scalar is `String`. */
  readonly enum?: { readonly name: string; readonly labels: readonly string[] };
  /** A type printed as a string. `places`: rank of each known value in the database's order. */
  readonly enumType?: { readonly name: string; readonly places: ReadonlyMap<string, number> };
}

/** Returns whether two types are the same database type, not only the same scalar. */
export const isSameNamed = (left: FieldType | undefined, right: FieldType): boolean =>
  left?.enum?.name === right.enum?.name && left?.enumType?.name === right.enumType?.name;

export const isText = ({ type }: { readonly type: FieldType }): boolean =>
  type.scalar === 'String' && !type.list && type.enum === undefined && type.enumType === undefined;

/** Returns whether `search` covers it. */
export const isSearched = (field: Field): boolean => isText(field) && field.searched !== false;

export interface Field {
  /** Also the column name. */
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  /** Returns the scale of an average for the `scale` of its values. Absent if it equals the scale of PostgreSQL. */
  readonly averageScale?: (scale: number) => number;
  /** Significant digits of an average. Present if averages have no scale. */
  readonly averageDigits?: number;
  /** False for a string outside of `search`. */
  readonly searched?: false;
}

export interface Relationship {
  readonly name: string;
  /** Name of the target entity. */
  readonly target: string;
  readonly many: boolean;
  /** Column here → column there; with `through`: column here → column of the junction. */
  readonly on: Readonly<Record<string, string>>;
  readonly through?: {
    readonly entity: string;
    /** Column of the junction → column there. */
    readonly on: Readonly<Record<string, string>>;
  };
}

export interface EntityDescription {
  readonly name: string;
  readonly table: string;
  /** Name of the list field. */
  readonly list: string;
  readonly key: readonly string[];
  readonly relationships: readonly Relationship[];
}

export interface Entity extends EntityDescription {
  readonly fields: readonly Field[];
}

/** A JSON value in a column; JSON `null` is not NULL. */
export class JsonValue {
  /** Numbers are `Digits`. */
  readonly content: unknown;

  constructor(content: unknown) {
    this.content = content;
  }
}

/**
 * A column value. `Short Int Single Float` are numbers, `Long` a bigint, `Base64String` a buffer; `Date`, `LocalTime`,
 * and `DateTime` are text, `DateTime` without its zero offset.
 */
export type Value = null | boolean | number | bigint | string | Decimal | Buffer | JsonValue | readonly Value[];

export type Row = Readonly<Record<string, Value>>;

/** All data, read once. */
export interface Dataset {
  readonly entities: readonly Entity[];
  /** By entity name. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}
