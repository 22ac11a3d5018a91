/** What `information_schema` tells of the session's database, one type for each kind of thing. */

export interface ServerFacts {
  readonly database: string | null;
  readonly version: string;
  /** `lower_case_table_names`: 0 where the case of names of tables counts. */
  readonly lowerCase: number;
  /** `sql_mode` of the server. Sessions of the service have their own. */
  readonly sqlMode: string;
  /** Settings that reject changes of all users, as `"innodb_read_only" is on`; empty if there is none. */
  readonly readOnlyReason: string;
  /** Whether `read_only` rejects changes of users without an administrative right. */
  readonly isReadOnlyForUsers: number;
}

export interface TableFacts {
  readonly name: string;
  readonly type: 'BASE TABLE' | 'SYSTEM VERSIONED' | 'VIEW';
  readonly comment: string;
  /** Whether its engine has them; views have none of their own. */
  readonly hasTransactions: number;
}

/** Triggers show to an account alone that has the privilege TRIGGER. */
export interface TriggerFacts {
  readonly table: string;
  readonly name: string;
  /** Whether it runs before a row is inserted. */
  readonly fillsRows: number;
  /** What it does before a row is inserted; null for other triggers, and where nothing is read from it. */
  readonly body: string | null;
}

/** A view that takes changes, though it may be not of every column. */
export interface UpdatableViewFacts {
  readonly name: string;
  /** Its SELECT as the server writes it; empty or null for an account without the privilege SHOW VIEW. */
  readonly definition: string | null;
}

export interface ColumnFacts {
  readonly table: string;
  readonly name: string;
  readonly comment: string;
  /** The bare word: `tinyint`. */
  readonly dataType: string;
  /** The whole declaration: `tinyint(3) unsigned`. */
  readonly columnType: string;
  readonly maxLength: number | null;
  /** Null for what is no text. */
  readonly collation: string | null;
  readonly nullable: 'YES' | 'NO';
  /** A value or an SQL expression; null where there is none. */
  readonly defaultExpression: string | null;
  /** `auto_increment` and other words. */
  readonly extra: string;
  /** What the account may do with it: `select,insert,update,references`; by roles too. */
  readonly privileges: string;
  /** What a generated column is computed from; `ROW START` and `ROW END` for the period of a versioned table. */
  readonly generation: string | null;
}

export interface CheckFacts {
  readonly table: string;
  readonly name: string;
  /** Null where it stands elsewhere. */
  readonly clause: string | null;
}

/** What a check says, where the table that it is of stands elsewhere: its name is the only one in the database. */
export type CheckClauseFacts = Pick<CheckFacts, 'name' | 'clause'>;

/** A column of a key; foreign keys into other databases are left out. */
export interface KeyColumnFacts {
  readonly table: string;
  /** `PRIMARY` for the primary key; a unique key and a foreign key may share one name. */
  readonly key: string;
  readonly column: string;
  readonly targetTable: string | null;
  readonly targetColumn: string | null;
}

/** A part of an index that keeps an order. */
export interface IndexPartFacts {
  readonly table: string;
  readonly index: string;
  /** Null for an expression. */
  readonly column: string | null;
  readonly isRepeatable: number;
  /** `A` ascending, `D` descending. */
  readonly direction: 'A' | 'D';
  /** Characters or bytes of the column that are kept; null for all. */
  readonly prefix: number | null;
  /** Whether queries may use it. */
  readonly serves: number;
}

export interface RoutineFacts {
  readonly name: string;
  readonly kind: 'FUNCTION' | 'PROCEDURE';
  /** `CONTAINS SQL` where nothing is declared. */
  readonly access: string;
  readonly comment: string;
}

/** A parameter, or what a function gives back, which comes first. */
export interface ParameterFacts
  extends Pick<ColumnFacts, 'table' | 'dataType' | 'columnType' | 'maxLength' | 'collation'>,
    Pick<RoutineFacts, 'kind'> {
  /** Null for what a function gives back, as `mode` is. */
  readonly name: string | null;
  readonly mode: 'IN' | 'OUT' | 'INOUT' | null;
}
