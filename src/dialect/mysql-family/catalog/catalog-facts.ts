/** Metadata from `information_schema` for the session's database. */

export interface ServerFacts {
  readonly database: string | null;
  readonly version: string;
  /** `lower_case_table_names`: 0 if table names are case-sensitive. */
  readonly lowerCase: number;
  /** `sql_mode` of the server. The service's sessions set their own. */
  readonly sqlMode: string;
  /** Settings that reject changes by all users, as `"innodb_read_only" is on`; empty if none. */
  readonly readOnlyReason: string;
  /** 1 if `read_only` rejects changes by users without an administrative right. */
  readonly isReadOnlyForUsers: number;
}

export interface TableFacts {
  readonly name: string;
  readonly type: 'BASE TABLE' | 'SYSTEM VERSIONED' | 'VIEW';
  readonly comment: string;
  /** 1 if its engine has transactions, and for views. */
  readonly hasTransactions: number;
}

/** Only visible with the privilege TRIGGER. */
export interface TriggerFacts {
  readonly table: string;
  readonly name: string;
  readonly fillsRows: number;
  /** Body of a BEFORE INSERT trigger; null for other triggers, and if it is not read. */
  readonly body: string | null;
}

/** An updatable view, perhaps not in all columns. */
export interface UpdatableViewFacts {
  readonly name: string;
  /** SELECT as printed by the server; empty or null without the privilege SHOW VIEW. */
  readonly definition: string | null;
}

export interface ColumnFacts {
  readonly table: string;
  readonly name: string;
  readonly comment: string;
  readonly dataType: string;
  /** Full declaration: `tinyint(3) unsigned`. */
  readonly columnType: string;
  readonly maxLength: number | null;
  /** Null unless the column is text. */
  readonly collation: string | null;
  readonly nullable: 'YES' | 'NO';
  readonly defaultExpression: string | null;
  readonly extra: string;
  /** Privileges of the account, including those of roles: `select,insert,update,references`. */
  readonly privileges: string;
  /** Expression of a generated column; `ROW START` and `ROW END` for the period of a versioned table. */
  readonly generation: string | null;
}

export interface CheckFacts {
  readonly table: string;
  readonly name: string;
  /** Null if read separately. */
  readonly clause: string | null;
}

/** Clause of a check, whose name is unique in the database. */
export type CheckClauseFacts = Pick<CheckFacts, 'name' | 'clause'>;

/** Foreign keys to other databases are omitted. */
export interface KeyColumnFacts {
  readonly table: string;
  /** `PRIMARY` for the primary key. A unique key and a foreign key may share a name. */
  readonly key: string;
  readonly column: string;
  readonly targetTable: string | null;
  readonly targetColumn: string | null;
}

export interface IndexPartFacts {
  readonly table: string;
  readonly index: string;
  /** Null for an expression. */
  readonly column: string | null;
  readonly isRepeatable: number;
  readonly direction: 'A' | 'D';
  /** Indexed characters or bytes of the column; null for all. */
  readonly prefix: number | null;
  readonly serves: number;
}

export interface RoutineFacts {
  readonly name: string;
  readonly kind: 'FUNCTION' | 'PROCEDURE';
  /** `CONTAINS SQL` by default. */
  readonly access: string;
  readonly comment: string;
}

/** A parameter, or the result of a function, which comes first. */
export interface ParameterFacts
  extends Pick<ColumnFacts, 'table' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    Pick<RoutineFacts, 'kind'> {
  /** Null for a function's result, like `mode`. */
  readonly name: string | null;
  readonly mode: 'IN' | 'OUT' | 'INOUT' | null;
}
