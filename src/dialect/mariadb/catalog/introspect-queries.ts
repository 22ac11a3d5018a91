/**
 * What `information_schema` tells of the session's database, one row type for each query. Every query names the
 * database by `database()`, a constant to the server: without it, the tables of all databases would be opened.
 *
 * https://mariadb.com/kb/en/information-schema-tables/
 */

export interface ServerFacts {
  readonly database: string | null;
  readonly version: string;
}

export const serverQuery = 'select database() as `database`, version() as version';

export interface TableFacts {
  readonly name: string;
  readonly type: 'BASE TABLE' | 'SYSTEM VERSIONED' | 'VIEW';
  readonly comment: string;
  readonly hasTriggers: number | string;
}

/** Triggers show to an account alone that has the privilege TRIGGER. */
export const tablesQuery = `
select TABLE_NAME as name, TABLE_TYPE as type, TABLE_COMMENT as comment,
  TABLE_NAME in (select EVENT_OBJECT_TABLE from information_schema.TRIGGERS where EVENT_OBJECT_SCHEMA = database()) as hasTriggers
from information_schema.TABLES
where TABLE_SCHEMA = database() and TABLE_TYPE in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
order by TABLE_NAME`;

export interface UpdatableViewFacts {
  readonly name: string;
}

/** Views that take changes, though it may be not of every column. */
export const updatableViewsQuery = `
select TABLE_NAME as name
from information_schema.VIEWS
where TABLE_SCHEMA = database() and IS_UPDATABLE = 'YES'`;

export interface ColumnFacts {
  readonly table: string;
  readonly name: string;
  readonly comment: string;
  /** The bare word: `tinyint`. */
  readonly dataType: string;
  /** The whole declaration: `tinyint(3) unsigned`. */
  readonly columnType: string;
  readonly maxLength: number | string | null;
  readonly nullable: 'YES' | 'NO';
  /** An SQL expression; `NULL` for the default of every nullable column, null where there is none. */
  readonly defaultExpression: string | null;
  /** `auto_increment` and other words. */
  readonly extra: string;
  /** What a generated column is computed from; `ROW START` and `ROW END` for the period of a versioned table. */
  readonly generation: string | null;
}

export const columnsQuery = `
select TABLE_NAME as \`table\`, COLUMN_NAME as name, COLUMN_COMMENT as comment, DATA_TYPE as dataType,
  COLUMN_TYPE as columnType, CHARACTER_MAXIMUM_LENGTH as maxLength, IS_NULLABLE as nullable,
  COLUMN_DEFAULT as defaultExpression, EXTRA as extra, GENERATION_EXPRESSION as generation
from information_schema.COLUMNS
where TABLE_SCHEMA = database()
order by TABLE_NAME, ORDINAL_POSITION`;

export interface CheckFacts {
  readonly table: string;
  readonly name: string;
  readonly clause: string;
}

export const checksQuery = `
select TABLE_NAME as \`table\`, CONSTRAINT_NAME as name, CHECK_CLAUSE as clause
from information_schema.CHECK_CONSTRAINTS
where CONSTRAINT_SCHEMA = database()`;

export interface KeyColumnFacts {
  readonly table: string;
  /** `PRIMARY` for the primary key; a unique key and a foreign key may share one name. */
  readonly key: string;
  readonly column: string;
  readonly targetTable: string | null;
  readonly targetColumn: string | null;
}

/** The columns of all keys, in key order; foreign keys into other databases are left out. */
export const keyColumnsQuery = `
select TABLE_NAME as \`table\`, CONSTRAINT_NAME as \`key\`, COLUMN_NAME as \`column\`,
  REFERENCED_TABLE_NAME as targetTable, REFERENCED_COLUMN_NAME as targetColumn
from information_schema.KEY_COLUMN_USAGE
where TABLE_SCHEMA = database() and (REFERENCED_TABLE_SCHEMA is null or REFERENCED_TABLE_SCHEMA = database())
order by TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;

export interface IndexColumnFacts {
  readonly table: string;
  readonly index: string;
  readonly column: string;
  readonly isRepeatable: number | string;
  /** `A` ascending, `D` descending. */
  readonly direction: 'A' | 'D';
  /** Characters or bytes of the column that are kept; null for all. */
  readonly prefix: number | string | null;
}

/** The columns of all indexes that keep an order and serve, in index order. */
export const indexColumnsQuery = `
select TABLE_NAME as \`table\`, INDEX_NAME as \`index\`, COLUMN_NAME as \`column\`, NON_UNIQUE as isRepeatable,
  \`COLLATION\` as direction, SUB_PART as prefix
from information_schema.STATISTICS
where TABLE_SCHEMA = database() and INDEX_TYPE = 'BTREE' and IGNORED = 'NO'
order by TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;
