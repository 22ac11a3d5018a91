import type { Comparison } from '../scalars/operators.ts';
import type { ScalarName, ShownScalar } from '../scalars/scalar.ts';

export interface CatalogColumn {
  readonly name: string;
  readonly comment?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Whether the database fills it when it is left out: by a default, an identity or an expression. */
  readonly hasDefault: boolean;
  /**
   * True if a trigger runs before the database checks NOT NULL when a row is inserted. The trigger may give the column a value then, so only
   * the database knows whether a value is missing.
   */
  readonly filledByTrigger?: true;
  /** `identity`: filled by the database unless given (serial, identity, auto_increment); `always`: cannot be written. */
  readonly generated: 'no' | 'identity' | 'always';
  /** True for `always` where a new row can be given a value all the same, by OVERRIDING: `GENERATED ALWAYS AS IDENTITY`. */
  readonly overridable?: true;
  /** True for a column that cannot be changed, of a view that can. */
  readonly readOnly?: true;
  /**
   * What the service's own login may not do with the column, though it may with another one of the same table: grants on single
   * columns. Absent where all columns are alike.
   */
  readonly denied?: readonly ('read' | 'create' | 'update')[];
  /** SQL of the value that its default has, where the database does not tell the value once the row is made; of columns of keys alone. */
  readonly defaultSql?: string;
  /** True where a trigger may give it another value than the row was created with, and the database does not tell which; as `defaultSql`. */
  readonly setByTrigger?: true;
  /** True for a column of a view that is the one which the database numbers in its table; absent where that is not sure. */
  readonly numbersRows?: true;
}

/** What a column takes, as JSON has such values. A fraction of a second that the column has no room for is rounded before the database looks. */
export interface ValueRange {
  readonly least: string;
  readonly most: string;
}

/**
 * How a statement names the operators and aggregates of a type that an extension or a user created, each with its
 * schema: `operator("extensions".=)`. The default operator classes of the type tell them; those that it lacks are absent.
 */
export interface TypeOperators extends Readonly<Partial<Record<Comparison, string>>> {
  readonly eq: string;
  /** The operator behind LIKE. */
  readonly like?: string;
  readonly min?: string;
  readonly max?: string;
}

/** A collation of PostgreSQL. */
export interface ColumnCollation {
  /** With its schema, quoted for statements. */
  readonly name: string;
  /** True for a nondeterministic collation, which treats different strings as equal. */
  readonly folds?: true;
  /** True if the server has no LIKE for the collation. */
  readonly lacksLike?: true;
}

/** SQL modes of MySQL and MariaDB that refuse `0000-00-00`, and other dates whose month or day is zero. */
export type ZeroDateMode = 'NO_ZERO_DATE' | 'NO_ZERO_IN_DATE';

/** A column's type in neutral words, and the database's own word for it, which only its dialect reads. */
export interface ColumnType {
  readonly scalar: ScalarName;
  /** The scalar that GraphQL shows in its place. */
  readonly shownScalar?: ShownScalar;
  /** The scalar of values that REST answers with, where it is another one: a date that GraphQL shows as a `DateTime`. */
  readonly restScalar?: ScalarName;
  /** True for an array of `scalar`. */
  readonly list: boolean;
  /** The sign between values in an array's text; a comma where it is absent. */
  readonly delimiter?: string;
  /** The labels in their declared order, for an enum; `scalar` is `String` then. */
  readonly enum?: {
    readonly schema: string;
    readonly name: string;
    readonly labels: readonly string[];
    readonly comment?: string;
    /** True where a check constraint lists the labels, and the type of the column is a text. */
    readonly byCheck?: true;
  };
  /**
   * How reads treat the error value of an enum of MySQL or MariaDB, which is `''` with the index 0: as NULL, or as a
   * fault of this NOT NULL column. Absent for an enum with the label `''`.
   */
  readonly errorValue?: 'null' | { readonly table: string; readonly column: string };
  /** Modes of the server that refuse zero dates when they are written; absent if it takes all. */
  readonly zeroDateModes?: readonly ZeroDateMode[];
  /** True for a domain whose values PostgreSQL compares and aggregates only as values of the type below it; `native` is that type. */
  readonly domain?: true;
  /** The database's own name for the type (`timestamp`, `tinyint(1)`), of the element for arrays. */
  readonly native: string;
  /**
   * The type has no neutral word. It is shown and given as the database's own text for it, but compared as the database compares it: in a
   * condition its value is a parameter of the type (`col > $1::interval`), so that an index serves.
   */
  readonly asText: boolean;
  /** True for an array that is shown as JSON, with its dimensions; `native` is the array's own type. */
  readonly arrayAsJson?: true;
  /** The database's name of a type that is shown as text. */
  readonly own?: { readonly schema: string; readonly name: string };
  /**
   * How the values compare where they have no order: by equality alone, or not at all. PostgreSQL's operator classes say so, not a list
   * of names of types.
   */
  readonly comparison?: 'equality' | 'none';
  /** PostgreSQL's operators of the type, where they are not built in. */
  readonly operators?: TypeOperators;
  /** True where equal values may be written differently, such as 1 day and 24 hours. */
  readonly spellings?: true;
  /** True for a row of columns: to SQL it is NULL where all of its columns are. */
  readonly composite?: true;
  /** The collation of a string column if it treats different strings as equal, such as `a` and `A`. */
  readonly collation?: string;
  /** The collation of a column of PostgreSQL, or of its elements, if it is not that of the database. */
  readonly columnCollation?: ColumnCollation;
  /** True if the configuration lets `collation` decide which strings are equal; see `needsExactEquality`. */
  readonly collatedEquality?: true;
  /** True for a text whose index does not find every text that begins in some way, so that a prefix must not be looked up in it. */
  readonly missesPrefixes?: true;
  /** True for a type that the database's full-text search looks into. */
  readonly fullText?: true;
  /** How long a text may be, or how many bytes there may be, where the type says so: in characters, or in `lengthUnit`. */
  readonly maxLength?: number;
  /** Number of elements that a value of the list must have, none of them NULL: of a vector. */
  readonly dimension?: number;
  /** What `maxLength` counts, where that is not characters: bytes (of a text in UTF-8), or the units of UTF-16. */
  readonly lengthUnit?: 'byte' | 'utf16';
  /** The least and the most that the column takes, as JSON has such values, where the database alone looks after them. */
  readonly range?: ValueRange;
  /** Digits that a decimal number keeps in all, where the type says so. */
  readonly precision?: number;
  /** Those of them that stand after the point; below 0, so many zeros before it. */
  readonly scale?: number;
}
