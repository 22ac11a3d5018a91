import type { Comparison } from '../scalars/operators.ts';
import type { GraphqlScalar, ScalarName } from '../scalars/scalar.ts';

export interface CatalogColumn {
  readonly name: string;
  readonly comment?: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** True for a default, an identity, or an expression. */
  readonly hasDefault: boolean;
  /** True if a trigger runs before the NOT NULL check, so only the database can detect a missing value. */
  readonly triggerMayFillNull?: true;
  /** `identity`: generated unless a value is assigned; `always`: not writable. */
  readonly generated: 'no' | 'identity' | 'always';
  /** True for `GENERATED ALWAYS AS IDENTITY`: inserts need OVERRIDING. */
  readonly overridable?: true;
  /** True for a read-only column of an updatable view. */
  readonly readOnly?: true;
  /** Privileges that the service's login lacks on this column but has on another. */
  readonly denied?: readonly ('read' | 'create' | 'update')[];
  /** SQL default of a key column, if the database does not return the inserted value. */
  readonly defaultSql?: string;
  /** True if a trigger may change a key column and the database does not return the value. */
  readonly triggerMayChangeKey?: true;
  /** True for a view column that is known to be auto-incremented. */
  readonly isAutoIncrement?: true;
}

/** Minimum and maximum in JSON notation. Fractional seconds are rounded before the check. */
export interface ValueRange {
  readonly min: string;
  readonly max: string;
}

/** Qualified operators of an extension type or user-defined type: `operator("extensions".=)`. */
export interface TypeOperators extends Readonly<Partial<Record<Comparison, string>>> {
  readonly eq: string;
  readonly like?: string;
  readonly min?: string;
  readonly max?: string;
}

export interface ColumnCollation {
  readonly name: string;
  /** True if different strings may be equal. */
  readonly isNondeterministic?: true;
  readonly lacksLike?: true;
}

/** SQL modes of MySQL and MariaDB that reject dates with a zero month or day. */
export type ZeroDateMode = 'NO_ZERO_DATE' | 'NO_ZERO_IN_DATE';

/** Type of a column or parameter. */
export interface ColumnType {
  readonly scalar: ScalarName;
  /** Scalar in the GraphQL schema, if it differs from `scalar`. */
  readonly graphqlScalar?: GraphqlScalar;
  readonly restScalar?: ScalarName;
  readonly list: boolean;
  readonly delimiter?: string;
  readonly enum?: {
    readonly schema: string;
    readonly name: string;
    readonly labels: readonly string[];
    readonly comment?: string;
    readonly byCheck?: true;
  };
  /**
   * How to read the enum error value (`''`, index 0) of MySQL and MariaDB: as NULL, or as an error. Absent if `''` is a
   * label.
   */
  readonly errorValue?: 'null' | { readonly table: string; readonly column: string };
  /** SQL modes of the server that reject zero dates. Absent if the server accepts them. */
  readonly zeroDateModes?: readonly ZeroDateMode[];
  /** True for a domain that PostgreSQL compares only as its base type, which is `native`. */
  readonly domain?: true;
  /** Database type, such as `timestamp` or `tinyint(1)`. For an array, the type of its elements. */
  readonly native: string;
  /** True if a document database stores null by omitting the field. */
  readonly nullIsMissing?: true;
  /** True if no scalar fits. Conditions cast the parameter (`col > $1::interval`), which permits index use. */
  readonly asText: boolean;
  /** True for an array that the APIs expose as JSON; `native` is then the array type. */
  readonly arrayAsJson?: true;
  /** Name of a database type that has no scalar. Filter types and error messages contain the name. */
  readonly qualifiedName?: { readonly schema: string; readonly name: string };
  /** Set if PostgreSQL's operator classes restrict comparison. */
  readonly comparison?: 'equality' | 'none';
  readonly operators?: TypeOperators;
  /** True if equal values may have different spellings, such as `1 day` and `24 hours`. */
  readonly spellings?: true;
  /** True for a composite, which is NULL if all its columns are NULL. */
  readonly composite?: true;
  /** Collation of the column, if it treats different strings as equal, such as `a` and `A`. */
  readonly collation?: string;
  /** Collation of the column on PostgreSQL. Absent if it is the default of the database. */
  readonly columnCollation?: ColumnCollation;
  /** True if `collation` decides equality; see `needsExactEquality`. */
  readonly collatedEquality?: true;
  /** True if an index scan for a prefix misses some strings that begin with the prefix. */
  readonly missesPrefixes?: true;
  readonly fullText?: true;
  /** True for `xid8` and `rowversion`: values order transactions, and the database reports the oldest running one. */
  readonly ordersCommits?: true;
  /** Maximum length in characters, or in `lengthUnit`. */
  readonly maxLength?: number;
  readonly dimension?: number;
  /** Unit of `maxLength`: UTF-8 bytes or UTF-16 code units. */
  readonly lengthUnit?: 'byte' | 'utf16';
  /** Values that the column accepts, in JSON notation. Set if the scalar accepts more values than the column. */
  readonly range?: ValueRange;
  readonly precision?: number;
  /** Number of digits after the decimal point. If negative, number of zeros before the point. */
  readonly scale?: number;
}
