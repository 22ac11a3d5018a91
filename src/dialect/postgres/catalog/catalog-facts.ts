/** What `catalogQuery` answers, before types are put into neutral words. */
export interface CatalogFacts {
  /** `server_version_num`: 150004 for 15.4. */
  readonly version: number;
  readonly searchPath: readonly string[];
  /** `default_transaction_read_only` of the session. */
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
  /** Every type that a column has, and what these are made of: base types of domains, elements of arrays. */
  readonly types: readonly TypeFacts[];
  /** Operator classes of B-trees that are not how their type sorts by itself. */
  readonly otherClasses: readonly number[];
  readonly relations: readonly RelationFacts[];
}

export interface TypeFacts {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** `pg_type.typtype`: `b` base, `d` domain, `e` enum, and kinds without a neutral word. */
  readonly kind: string;
  /** The type below a domain, and the modifier that the domain declares for it. */
  readonly base: number | null;
  readonly modifier: number;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  /** What stands between the elements of an array of it. */
  readonly delimiter: string;
  /** The element type of a true array. */
  readonly element: number | null;
  /** What its own values are compared by; null for kinds of types that have operators in common, too. */
  readonly comparison: 'order' | 'equality' | null;
  /** What these operators, and the aggregates that go with them, are called: `word` is a member of `TypeOperators`. */
  readonly operators: readonly { readonly word: string; readonly schema: string; readonly name: string }[];
  /** Whether equal values are the same to the last bit. */
  readonly isExact: boolean;
  /** The types of a row's columns. */
  readonly members: readonly number[];
  readonly labels: readonly string[];
  readonly comment: string | null;
}

export interface RelationFacts {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  /** Whether other tables inherit from it that are not its partitions. */
  readonly hasChildren: boolean;
  /** False for a materialized view that was never refreshed. */
  readonly isPopulated: boolean;
  /** Whether row-level security, or a column that is computed on read, evaluates expressions. */
  readonly evaluates: boolean;
  /** Whether a trigger or a rule of a user's stands on it or on a partition. */
  readonly hasTriggers: boolean;
  /** Whether an enabled BEFORE INSERT trigger for each row exists on it or, if it is partitioned, on a partition. */
  readonly fillsRows: boolean;
  /** Whether it is, or looks at, a foreign table whose wrapper has no handler: even what can be changed of it cannot be asked. */
  readonly isUnhandled: boolean;
  /** Whether a constraint of a new row is deferred, or rows lie on another server, here or on a partition. */
  readonly hasDeferredConstraints: boolean;
  /** Bits of `pg_relation_is_updatable`: 4 update, 8 insert, 16 delete; null for tables, which take everything. */
  readonly changes: number | null;
  /** `pg_rewrite.ev_type` of its rules for changes: `2` update, `3` insert, `4` delete. */
  readonly rules: readonly string[];
  /** Whether the session's user may read any column. */
  readonly mayRead: boolean;
  readonly comment: string | null;
  readonly columns: readonly AttributeFacts[];
  /** Those that are unique, or keep an order. */
  readonly indexes: readonly IndexFacts[];
  readonly foreignKeys: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly targetSchema: string;
    readonly targetName: string;
    readonly targetColumns: readonly string[];
  }[];
  /** `kind` as `pg_constraint.contype` has it. */
  readonly constraints: readonly {
    readonly name: string;
    readonly kind: string;
    readonly columns: readonly string[];
  }[];
}

export interface IndexFacts {
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  /** Rows may agree in it, until the end of a transaction, or as those of an heir do, or it is one of periods. */
  readonly isDeferrable: boolean;
  readonly isPartial: boolean;
  /** Whether rows can be read from it in its order; not where rows of heirs are in others. */
  readonly isOrdered: boolean;
  /** How many of its columns it is ordered by; the others are only stored. */
  readonly size: number;
  /** Of each column: its number in the table, 0 for an expression; its operator class and its collation; bits of `indoption`. */
  readonly columns: readonly number[];
  readonly classes: readonly number[];
  readonly collations: readonly number[];
  readonly options: readonly number[];
}

export interface CollationFacts {
  readonly schema: string;
  readonly name: string;
  readonly isDeterministic: boolean;
}

export interface AttributeFacts {
  readonly name: string;
  /** Numbers have gaps where columns were dropped. */
  readonly number: number;
  readonly type: number;
  readonly collation: number;
  /** Null if the column has no collation, or that of the database. */
  readonly ownCollation: CollationFacts | null;
  readonly modifier: number;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  /** `attidentity`: `a` always, `d` by default, or empty. */
  readonly identity: string;
  /** Whether the default draws from a sequence. */
  readonly isSerial: boolean;
  /** Whether the column is computed from others, stored or not. */
  readonly isComputed: boolean;
  /** Whether it is a view's and `pg_column_is_updatable` says no. */
  readonly isFixed: boolean;
  /** What the session's user may not do with it, though with another column of the relation. */
  readonly denied: readonly ('read' | 'create' | 'update')[];
  readonly comment: string | null;
}
