export interface ServerRow {
  readonly database: string | null;
  readonly version: string;
  /** `lower_case_table_names`: 0 if table names are case-sensitive. */
  readonly lowerCase: number;
  /** Mode of the server; the service's sessions set their own mode. */
  readonly sqlMode: string;
  /** Settings that reject all changes, such as `"innodb_read_only" is on`. Empty if no setting rejects changes. */
  readonly readOnlyReason: string;
  /** 1 if `read_only` rejects changes by ordinary users. */
  readonly isReadOnlyForUsers: number;
}

export interface TableRow {
  readonly name: string;
  readonly type: 'BASE TABLE' | 'SYSTEM VERSIONED' | 'VIEW';
  readonly comment: string;
  /** 1 for a table with transactions, and for every view. */
  readonly hasTransactions: number;
}

/** A trigger. Triggers are visible only with the privilege TRIGGER. */
export interface TriggerRow {
  readonly table: string;
  readonly name: string;
  readonly fillsRows: number;
  /** On MySQL, the body of a BEFORE INSERT trigger. Null for other triggers, and on MariaDB. */
  readonly body: string | null;
}

/** A view with at least one updatable column. */
export interface UpdatableViewRow {
  readonly name: string;
  /** Empty or null without the privilege SHOW VIEW. */
  readonly definition: string | null;
}

export interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly comment: string;
  readonly dataType: string;
  /** `tinyint(3) unsigned` */
  readonly columnType: string;
  readonly maxLength: number | null;
  readonly collation: string | null;
  readonly nullable: 'YES' | 'NO';
  readonly defaultExpression: string | null;
  readonly extra: string;
  /** `select,insert,update,references` */
  readonly privileges: string;
  /** `ROW START` or `ROW END` for the period of a versioned table. */
  readonly generation: string | null;
}

export interface CheckRow {
  readonly table: string;
  readonly name: string;
  /** Clause of the check. Null if it is read by a separate query. */
  readonly clause: string | null;
}

export type CheckClauseRow = Pick<CheckRow, 'name' | 'clause'>;

/** A column of a key. Foreign keys to other databases are omitted. */
export interface KeyColumnRow {
  readonly table: string;
  /** `PRIMARY` for the primary key. A unique key and a foreign key may share a name. */
  readonly key: string;
  readonly column: string;
  readonly targetTable: string | null;
  readonly targetColumn: string | null;
}

export interface IndexPartRow {
  readonly table: string;
  readonly index: string;
  /** Indexed column. Null for an expression. */
  readonly column: string | null;
  readonly isNonUnique: number;
  readonly direction: 'A' | 'D';
  /** Number of indexed characters or bytes; null for all. */
  readonly prefix: number | null;
  /** 1 if queries can use the index: it is visible, and not ignored. */
  readonly isUsable: number;
}

export interface RoutineRow {
  readonly name: string;
  readonly kind: 'FUNCTION' | 'PROCEDURE';
  readonly access: string;
  readonly comment: string;
}

/** A parameter of a routine. The result of a function comes before its parameters. */
export interface ParameterRow
  extends Pick<ColumnRow, 'table' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    Pick<RoutineRow, 'kind'> {
  /** Null for a function's result. */
  readonly name: string | null;
  readonly mode: 'IN' | 'OUT' | 'INOUT' | null;
}
