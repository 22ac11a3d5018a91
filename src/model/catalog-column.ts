import type { Comparison } from '../scalars/operators.ts';
import type { ScalarName, ShownScalar } from '../scalars/scalar.ts';

export interface CatalogColumn {
  readonly name: string;
  readonly comment?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** True if inserts may omit it: a default, an identity, or an expression. */
  readonly hasDefault: boolean;
  /**
   * True if a trigger runs before the NOT NULL check of inserts, so only the database can tell if a value is missing.
   */
  readonly filledByTrigger?: true;
  /** `identity`: filled unless given (serial, identity, auto_increment); `always`: not writable. */
  readonly generated: 'no' | 'identity' | 'always';
  /** True for `GENERATED ALWAYS AS IDENTITY`: OVERRIDING permits inserts. */
  readonly overridable?: true;
  /** True for a read-only column of an updatable view. */
  readonly readOnly?: true;
  /** Privileges that the service's login lacks here but has on other columns. */
  readonly denied?: readonly ('read' | 'create' | 'update')[];
  /** SQL default of a key column whose value the database does not return after an insert. */
  readonly defaultSql?: string;
  /** True for a key column that a trigger may change without the database returning the value. */
  readonly setByTrigger?: true;
  /** True for a view column known to be the auto-increment column of its table. */
  readonly numbersRows?: true;
}

/** Range in JSON notation. Excess fractional seconds are rounded before the check. */
export interface ValueRange {
  readonly least: string;
  readonly most: string;
}

/**
 * Schema-qualified operators and aggregates of an extension or user type: `operator("extensions".=)`, from its default
 * operator classes.
 */
export interface TypeOperators extends Readonly<Partial<Record<Comparison, string>>> {
  readonly eq: string;
  readonly like?: string;
  readonly min?: string;
  readonly max?: string;
}

export interface ColumnCollation {
  /** Schema-qualified and quoted. */
  readonly name: string;
  /** True if nondeterministic: different strings may be equal. */
  readonly folds?: true;
  /** True if LIKE does not support it. */
  readonly lacksLike?: true;
}

/** SQL modes of MySQL and MariaDB that reject `0000-00-00` and other dates with a zero month or day. */
export type ZeroDateMode = 'NO_ZERO_DATE' | 'NO_ZERO_IN_DATE';

/** Only the dialect reads `native`. */
export interface ColumnType {
  readonly scalar: ScalarName;
  /** Scalar shown in GraphQL instead. */
  readonly shownScalar?: ShownScalar;
  /** Scalar in REST if different, such as for a date shown as `DateTime` in GraphQL. */
  readonly restScalar?: ScalarName;
  readonly list: boolean;
  /** Delimiter in array text; defaults to a comma. */
  readonly delimiter?: string;
  /** Labels in declared order; `scalar` is then `String`. */
  readonly enum?: {
    readonly schema: string;
    readonly name: string;
    readonly labels: readonly string[];
    readonly comment?: string;
    /** True if a check constraint lists the labels. */
    readonly byCheck?: true;
  };
  /**
   * How to read the enum error value of MySQL and MariaDB (`''`, index 0): as NULL, or as an error of this NOT NULL
   * column. Absent if `''` is a label.
   */
  readonly errorValue?: 'null' | { readonly table: string; readonly column: string };
  /** Server modes that reject zero dates; absent if accepted. */
  readonly zeroDateModes?: readonly ZeroDateMode[];
  /** True for a domain that PostgreSQL compares only as its base type, which is `native`. */
  readonly domain?: true;
  /** Database type (`timestamp`, `tinyint(1)`), for arrays of the element. */
  readonly native: string;
  /**
   * True if no scalar fits. Values are database text, but conditions use a typed parameter (`col > $1::interval`),
   * which permits index use.
   */
  readonly asText: boolean;
  /** True for an array shown as JSON; `native` is the array type. */
  readonly arrayAsJson?: true;
  /** Database name of a type shown as text. */
  readonly own?: { readonly schema: string; readonly name: string };
  /** Restricted comparison, from PostgreSQL's operator classes. */
  readonly comparison?: 'equality' | 'none';
  readonly operators?: TypeOperators;
  /** True if equal values may have different text, such as 1 day and 24 hours. */
  readonly spellings?: true;
  /** True for a composite: NULL if all its columns are NULL. */
  readonly composite?: true;
  /** Collation that treats different strings as equal, such as `a` and `A`. */
  readonly collation?: string;
  /** PostgreSQL collation other than the database's. */
  readonly columnCollation?: ColumnCollation;
  /** True if compared by `collation`; see `needsExactEquality`. */
  readonly collatedEquality?: true;
  /** True if index lookups by prefix may miss strings. */
  readonly missesPrefixes?: true;
  /** True if full-text search supports it. */
  readonly fullText?: true;
  /** Unit: characters or `lengthUnit`. */
  readonly maxLength?: number;
  /** Number of elements of a vector, which cannot be NULL. */
  readonly dimension?: number;
  /** Unit of `maxLength`, if not characters: UTF-8 bytes or UTF-16 code units. */
  readonly lengthUnit?: 'byte' | 'utf16';
  /** JSON notation; set if only the database enforces it. */
  readonly range?: ValueRange;
  readonly precision?: number;
  /** Digits after the decimal point; negative: zeros before it. */
  readonly scale?: number;
}
