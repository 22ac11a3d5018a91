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
  /** The labels of an enum in their declared order; its scalar is `String`. */
  readonly enum?: { readonly name: string; readonly labels: readonly string[] };
  /** A type that is shown as text; its scalar is `String`. `places`: where the database puts each of some values in its order. */
  readonly own?: { readonly name: string; readonly places: ReadonlyMap<string, number> };
}

/** Whether values of two types are of one type of the database, so far as scalars do not tell. */
export const isSameNamed = (left: FieldType | undefined, right: FieldType): boolean =>
  left?.enum?.name === right.enum?.name && left?.own?.name === right.own?.name;

/** Whether a field of this type is asked about as text. */
export const isText = ({ type }: { readonly type: FieldType }): boolean =>
  type.scalar === 'String' && !type.list && type.enum === undefined && type.own === undefined;

/** Whether `search` looks into it. */
export const isSearched = (field: Field): boolean => isText(field) && field.searched !== false;

export interface Field {
  /** The name of the column, too. */
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  /** Digits behind the point of a mean whose values have `scale`; absent where they are PostgreSQL's. */
  readonly digitsOfMean?: (scale: number) => number;
  /** False for a text that `search` leaves alone. */
  readonly searched?: false;
}

export interface Relationship {
  readonly name: string;
  /** Name of the entity it leads to. */
  readonly target: string;
  readonly many: boolean;
  /** Column here → column there; with `through`: column here → column of the entity between. */
  readonly on: Readonly<Record<string, string>>;
  readonly through?: {
    readonly entity: string;
    /** Column of the entity between → column there. */
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

/** A JSON value in a column; one that is `null` is not the column's NULL. */
export class JsonValue {
  /** Numbers are `Digits`. */
  readonly content: unknown;

  constructor(content: unknown) {
    this.content = content;
  }
}

/**
 * A column's value. `Short Int Single Float` are numbers, `Long` a bigint, `Base64String` a buffer; `Date` and `LocalTime`
 * are as they are written, `DateTime` too, but without its offset of zero.
 */
export type Value = null | boolean | number | bigint | string | Decimal | Buffer | JsonValue | readonly Value[];

export type Row = Readonly<Record<string, Value>>;

/** All that the database holds, read once. */
export interface Dataset {
  readonly entities: readonly Entity[];
  /** By the entity's name. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}
