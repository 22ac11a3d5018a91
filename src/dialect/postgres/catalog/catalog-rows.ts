export interface CatalogRows {
  /** `server_version_num`: 150004 for 15.4. */
  readonly version: number;
  readonly searchPath: readonly string[];
  /** `default_transaction_read_only` of the session. */
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
  /** Includes base types of domains and elements of arrays. */
  readonly types: readonly TypeRow[];
  /** B-tree operator classes that are not the default of their type. */
  readonly otherClasses: readonly number[];
  readonly relations: readonly RelationRow[];
}

export interface TypeRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** `pg_type.typtype`: `b` base, `d` domain, `e` enum, or another kind. */
  readonly kind: string;
  /** Base type of a domain. `modifier` is the modifier that the domain declares for it. */
  readonly base: number | null;
  readonly modifier: number;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly delimiter: string;
  /** Element type of an array type. */
  readonly element: number | null;
  /** Null if the type lacks operators, and for enums, arrays, ranges, and composites, whose operators are generic. */
  readonly comparison: 'order' | 'equality' | null;
  /** Operators and aggregates of the comparison. `key` is a member of `TypeOperators`. */
  readonly operators: readonly { readonly key: string; readonly schema: string; readonly name: string }[];
  /** True if equal values are identical to the last bit. */
  readonly isExact: boolean;
  /** Types of a composite type's columns. */
  readonly members: readonly number[];
  readonly labels: readonly string[];
  readonly comment: string | null;
}

export interface RelationRow {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  /** True if tables other than partitions inherit from it. */
  readonly hasChildren: boolean;
  /** Materialized views without data that a query of the relation would read. Names are quoted as in SQL. */
  readonly unpopulated: readonly string[];
  /** True if row-level security or a virtual generated column evaluates expressions. */
  readonly evaluates: boolean;
  /** True if the table or a partition has a user-defined trigger or rule. */
  readonly hasTriggers: boolean;
  /** True if the table or a partition has an enabled BEFORE INSERT row trigger. */
  readonly fillsRows: boolean;
  /**
   * True for a foreign table whose wrapper has no handler, and for its views. Even a query for their updatability
   * fails.
   */
  readonly isUnhandled: boolean;
  /** True if the table or a partition has a constraint whose check of inserts is deferred, or is a foreign table. */
  readonly hasDeferredConstraints: boolean;
  /** Bits of `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete; null for tables. */
  readonly changes: number | null;
  /** `pg_rewrite.ev_type`: `2` update, `3` insert, `4` delete. */
  readonly rules: readonly string[];
  /** True if the session's user can read at least one column. */
  readonly mayRead: boolean;
  readonly comment: string | null;
  readonly columns: readonly AttributeRow[];
  /** Unique or ordered indexes. */
  readonly indexes: readonly IndexRow[];
  readonly foreignKeys: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly targetSchema: string;
    readonly targetName: string;
    readonly targetColumns: readonly string[];
  }[];
  /** `kind` is `pg_constraint.contype`. */
  readonly constraints: readonly {
    readonly name: string;
    readonly kind: string;
    readonly columns: readonly string[];
  }[];
}

export interface IndexRow {
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  /**
   * True if several rows may have equal keys: until the commit (deferrable), in inheriting tables, or in periods that
   * do not overlap (`WITHOUT OVERLAPS`).
   */
  readonly mayHaveDuplicates: boolean;
  readonly isPartial: boolean;
  /** True if an ordered scan returns all rows; false if inheriting tables hold some of them. */
  readonly isOrdered: boolean;
  /** Number of key columns; the others are INCLUDE columns. */
  readonly size: number;
  /** Number of each column; 0 for an expression. The next lists have the same order; `options` is `indoption`. */
  readonly columns: readonly number[];
  readonly classes: readonly number[];
  readonly collations: readonly number[];
  readonly options: readonly number[];
}

export interface CollationRow {
  readonly schema: string;
  readonly name: string;
  readonly isDeterministic: boolean;
}

export interface AttributeRow {
  readonly name: string;
  /** `attnum`. Dropped columns leave gaps. */
  readonly number: number;
  readonly type: number;
  readonly collation: number;
  /** Null if the column has no collation, or the database's default. */
  readonly ownCollation: CollationRow | null;
  readonly modifier: number;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  /** `attidentity`: `a` always, `d` by default, or empty. */
  readonly identity: string;
  /** True if the default reads a sequence. */
  readonly isSerial: boolean;
  /** True for a generated column, stored or virtual. */
  readonly isComputed: boolean;
  /** True for a view column that is not updatable (`pg_column_is_updatable`). */
  readonly isFixed: boolean;
  /** Privileges that the user lacks here but has on another column. */
  readonly denied: readonly ('read' | 'create' | 'update')[];
  readonly comment: string | null;
}
