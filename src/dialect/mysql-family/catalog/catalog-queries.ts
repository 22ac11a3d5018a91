import type {
  CheckClauseRow,
  CheckRow,
  ColumnRow,
  IndexPartRow,
  KeyColumnRow,
  ParameterRow,
  RoutineRow,
  ServerRow,
  TableRow,
  TriggerRow,
  UpdatableViewRow,
} from './catalog-rows.ts';

/**
 * A query of the catalog. It must filter by `database()`. Without the filter, the server opens the tables of all
 * databases.
 */
export interface CatalogQuery<Row> {
  readonly expressions: Readonly<Record<keyof Row, string>>;
  /** `information_schema.TABLES where …` */
  readonly from: string;
  readonly order: string;
}

export interface CatalogQueries {
  readonly server: CatalogQuery<ServerRow>;
  readonly tables: CatalogQuery<TableRow>;
  readonly triggers: CatalogQuery<TriggerRow>;
  readonly updatableViews: CatalogQuery<UpdatableViewRow>;
  readonly columns: CatalogQuery<ColumnRow>;
  readonly checks: CatalogQuery<CheckRow>;
  /** Clauses of the checks. Absent if `checks` includes the clauses. */
  readonly checkClauses?: CatalogQuery<CheckClauseRow>;
  readonly keyColumns: CatalogQuery<KeyColumnRow>;
  readonly indexParts: CatalogQuery<IndexPartRow>;
  readonly routines: CatalogQuery<RoutineRow>;
  readonly parameters: CatalogQuery<ParameterRow>;
}

/**
 * Returns an SQL expression for the settings that make the server read-only.
 * @param settings expressions by setting name, which are NULL or 0 if the setting is off
 */
export const readOnlyReason = (settings: Readonly<Record<string, string>>, more = 'null'): string =>
  `concat_ws(' and ', ${Object.entries(settings)
    .map(([name, value]) => `if(${value}, '"${name}" is on', null)`)
    .join(', ')}, ${more})`;

/** https://mariadb.com/kb/en/information-schema-tables/ */
export const sharedQueries = {
  server: {
    expressions: {
      database: 'database()',
      version: 'version()',
      lowerCase: '@@lower_case_table_names',
      sqlMode: '@@global.sql_mode',
      readOnlyReason: readOnlyReason({ innodb_read_only: '@@innodb_read_only', tx_read_only: '@@tx_read_only' }),
      // Since MariaDB 12, the value of `read_only` is a keyword, such as OFF.
      isReadOnlyForUsers: "if(@@global.read_only in ('0', 'OFF'), 0, 1)",
    },
    from: 'dual',
    order: '1',
  },
  tables: {
    expressions: {
      name: 'TABLE_NAME',
      type: 'TABLE_TYPE',
      comment: 'TABLE_COMMENT',
      hasTransactions:
        "if(ENGINE is null or ENGINE in (select e.ENGINE from information_schema.ENGINES e where e.TRANSACTIONS = 'YES'), 1, 0)",
    },
    from: "information_schema.TABLES where TABLE_SCHEMA = database() and TABLE_TYPE in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')",
    order: 'TABLE_NAME',
  },
  triggers: {
    expressions: {
      table: 'EVENT_OBJECT_TABLE',
      name: 'TRIGGER_NAME',
      fillsRows: "if(ACTION_TIMING = 'BEFORE' and EVENT_MANIPULATION = 'INSERT', 1, 0)",
      body: 'null',
    },
    from: 'information_schema.TRIGGERS where EVENT_OBJECT_SCHEMA = database()',
    order: 'TRIGGER_NAME',
  },
  updatableViews: {
    expressions: { name: 'TABLE_NAME', definition: 'VIEW_DEFINITION' },
    from: "information_schema.VIEWS where TABLE_SCHEMA = database() and IS_UPDATABLE = 'YES'",
    order: 'TABLE_NAME',
  },
  columns: {
    expressions: {
      table: 'TABLE_NAME',
      name: 'COLUMN_NAME',
      comment: 'COLUMN_COMMENT',
      dataType: 'DATA_TYPE',
      columnType: 'COLUMN_TYPE',
      maxLength: 'CHARACTER_MAXIMUM_LENGTH',
      collation: 'COLLATION_NAME',
      nullable: 'IS_NULLABLE',
      defaultExpression: 'COLUMN_DEFAULT',
      extra: 'EXTRA',
      privileges: 'PRIVILEGES',
      generation: 'GENERATION_EXPRESSION',
    },
    from: 'information_schema.COLUMNS where TABLE_SCHEMA = database()',
    order: 'TABLE_NAME, ORDINAL_POSITION',
  },
  keyColumns: {
    expressions: {
      table: 'TABLE_NAME',
      key: 'CONSTRAINT_NAME',
      column: 'COLUMN_NAME',
      targetTable: 'REFERENCED_TABLE_NAME',
      targetColumn: 'REFERENCED_COLUMN_NAME',
    },
    from: 'information_schema.KEY_COLUMN_USAGE where TABLE_SCHEMA = database() and (REFERENCED_TABLE_SCHEMA is null or REFERENCED_TABLE_SCHEMA = database())',
    order: 'TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION',
  },
  indexParts: {
    expressions: {
      table: 'TABLE_NAME',
      index: 'INDEX_NAME',
      column: 'COLUMN_NAME',
      isNonUnique: 'NON_UNIQUE',
      direction: '`COLLATION`',
      prefix: 'SUB_PART',
      isUsable: '1',
    },
    from: "information_schema.STATISTICS where TABLE_SCHEMA = database() and INDEX_TYPE = 'BTREE'",
    order: 'TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX',
  },
  routines: {
    expressions: { name: 'ROUTINE_NAME', kind: 'ROUTINE_TYPE', access: 'SQL_DATA_ACCESS', comment: 'ROUTINE_COMMENT' },
    from: "information_schema.ROUTINES where ROUTINE_SCHEMA = database() and ROUTINE_TYPE in ('FUNCTION', 'PROCEDURE')",
    order: 'ROUTINE_NAME, ROUTINE_TYPE',
  },
  parameters: {
    expressions: {
      table: 'SPECIFIC_NAME',
      kind: 'ROUTINE_TYPE',
      name: 'PARAMETER_NAME',
      mode: 'PARAMETER_MODE',
      dataType: 'DATA_TYPE',
      columnType: 'DTD_IDENTIFIER',
      maxLength: 'CHARACTER_MAXIMUM_LENGTH',
      collation: 'COLLATION_NAME',
    },
    from: 'information_schema.PARAMETERS where SPECIFIC_SCHEMA = database()',
    order: 'SPECIFIC_NAME, ROUTINE_TYPE, ORDINAL_POSITION',
  },
} as const satisfies Partial<CatalogQueries>;
