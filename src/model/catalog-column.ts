import type { Comparison } from '../scalars/operators.ts';
import type { ScalarName, ShownScalar } from '../scalars/scalar.ts';

export interface CatalogColumn {
  readonly name: string;
  readonly comment?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** True if the column can be omitted on insert: it has a default, an identity, or an expression. */
  readonly hasDefault: boolean;
  /**
   * True if a trigger runs before the NOT NULL check of an insert. The trigger may set the column, so only the database
   * can tell if a value is missing.
   */
  readonly filledByTrigger?: true;
  /** `identity`: filled unless given (serial, identity, auto_increment); `always`: not writable. */
  readonly generated: 'no' | 'identity' | 'always';
  /** True for `GENERATED ALWAYS AS IDENTITY`: OVERRIDING can set `always` on insert. */
  readonly overridable?: true;
  /** True for a read-only column of an updatable view. */
  readonly readOnly?: true;
  /**
   * Privileges that the service's login lacks on this column but has on others of the table. Absent if all columns are
   * alike.
   */
  readonly denied?: readonly ('read' | 'create' | 'update')[];
  /** SQL of the default value of a key column, if the database does not return the value after an insert. */
  readonly defaultSql?: string;
  /**
   * True if a trigger may change the inserted value and the database does not return it. Set only with key columns,
   * like `defaultSql`.
   */
  readonly setByTrigger?: true;
  /** True for a view column known to be the auto-increment column of its table. */
  readonly numbersRows?: true;
}

/** Range of a column, in JSON notation. The database rounds excess fractional seconds before it checks the range. */
export interface ValueRange {
  readonly least: string;
  readonly most: string;
}

/**
 * Schema-qualified operators and aggregates of an extension or user type: `operator("extensions".=)`. They come from
 * its default operator classes; missing ones are absent.
 */
export interface TypeOperators extends Readonly<Partial<Record<Comparison, string>>> {
  readonly eq: string;
  /** Operator of LIKE. */
  readonly like?: string;
  readonly min?: string;
  readonly max?: string;
}

/** A PostgreSQL collation. */
export interface ColumnCollation {
  /** Schema-qualified and quoted. */
  readonly name: string;
  /** True for a nondeterministic collation, which treats different strings as equal. */
  readonly folds?: true;
  /** True if the server does not support LIKE for the collation. */
  readonly lacksLike?: true;
}

/** SQL modes of MySQL and MariaDB that reject `0000-00-00` and other dates with a zero month or day. */
export type ZeroDateMode = 'NO_ZERO_DATE' | 'NO_ZERO_IN_DATE';

/** Type of a column: neutral properties, and the `native` name that only the dialect reads. */
export interface ColumnType {
  readonly scalar: ScalarName;
  /** Scalar shown in GraphQL instead of `scalar`. */
  readonly shownScalar?: ShownScalar;
  /** Scalar of REST values if it differs, such as for a date that GraphQL shows as a `DateTime`. */
  readonly restScalar?: ScalarName;
  readonly list: boolean;
  /** Delimiter in the text form of an array; defaults to a comma. */
  readonly delimiter?: string;
  /** Enum labels in declared order; `scalar` is then `String`. */
  readonly enum?: {
    readonly schema: string;
    readonly name: string;
    readonly labels: readonly string[];
    readonly comment?: string;
    /** True if a check constraint on a string column lists the labels. */
    readonly byCheck?: true;
  };
  /**
   * How reads treat the enum error value of MySQL and MariaDB (`''`, index 0): as NULL, or as an error of this NOT NULL
   * column. Absent if `''` is a label.
   */
  readonly errorValue?: 'null' | { readonly table: string; readonly column: string };
  /** Server modes that reject zero dates on write; absent if all are accepted. */
  readonly zeroDateModes?: readonly ZeroDateMode[];
  /** True for a domain that PostgreSQL compares and aggregates only as its base type; `native` is the base type. */
  readonly domain?: true;
  /** Database name of the type (`timestamp`, `tinyint(1)`); for arrays, of the element. */
  readonly native: string;
  /**
   * True if no scalar fits. Values use the database's text form, but compare natively: conditions use a typed parameter
   * (`col > $1::interval`), which permits index use.
   */
  readonly asText: boolean;
  /** True for an array shown as JSON with its dimensions; `native` is the array type. */
  readonly arrayAsJson?: true;
  /** Database name of a type shown as text. */
  readonly own?: { readonly schema: string; readonly name: string };
  /** Restricted comparison of a type without an order, taken from PostgreSQL's operator classes. */
  readonly comparison?: 'equality' | 'none';
  /** PostgreSQL operators that are not built in. */
  readonly operators?: TypeOperators;
  /** True if equal values may have different text forms, such as 1 day and 24 hours. */
  readonly spellings?: true;
  /** True for a composite type: SQL considers it NULL if all of its columns are NULL. */
  readonly composite?: true;
  /** Collation of a string column that treats different strings as equal, such as `a` and `A`. */
  readonly collation?: string;
  /** PostgreSQL collation of a column or its elements, if it is not the database's. */
  readonly columnCollation?: ColumnCollation;
  /** True if configured to compare by `collation`; see `needsExactEquality`. */
  readonly collatedEquality?: true;
  /** True if index lookups by prefix may miss strings, and must be avoided. */
  readonly missesPrefixes?: true;
  /** True for a type that supports the database's full-text search. */
  readonly fullText?: true;
  /** Maximum length in characters or `lengthUnit`. */
  readonly maxLength?: number;
  /** Required number of non-NULL elements of a list, such as a vector. */
  readonly dimension?: number;
  /** Unit of `maxLength` if it is not characters: bytes (UTF-8 for strings) or UTF-16 code units. */
  readonly lengthUnit?: 'byte' | 'utf16';
  /** Range in JSON notation, if only the database enforces it. */
  readonly range?: ValueRange;
  /** Total digits of a decimal. */
  readonly precision?: number;
  /** Digits after the decimal point. Negative: number of zeros before the point. */
  readonly scale?: number;
}
