import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { storesOf } from '../../../../src/dialect/create-store.ts';
import { standardConditions } from '../../../../src/dialect/standard/conditions.ts';
import { likePattern } from '../../../../src/dialect/standard/like-pattern.ts';
import { limitOffset, limitOne, scalar } from '../../../../src/dialect/standard/limit-offset.ts';
import { fromWhere } from '../../../../src/dialect/standard/row-set.ts';
import { seekByTerm } from '../../../../src/dialect/standard/seek.ts';
import { textFunctions } from '../../../../src/dialect/standard/text-functions.ts';
import { unsupportedGenerator } from '../../../../src/dialect/standard/unsupported-generator.ts';
import type { StoreKind } from '../../../../src/dialect/store-kind.ts';
import type { Catalog } from '../../../../src/model/catalog.ts';
import type { CatalogColumn } from '../../../../src/model/catalog-column.ts';
import type { Slot } from '../../../../src/plan/shape/slot.ts';
import { condition } from '../../../../src/sql/condition.ts';
import type { Dialect } from '../../../../src/sql/dialect.ts';
import { clause, column, join, parameter, raw, type Sql, sql, subquery } from '../../../../src/sql/fragment.ts';
import type { EntrySql, OrderSql, RootQuery, ValueSql } from '../../../../src/sql/query.ts';
import type { BoundStatement, Driver, ReadSession } from '../../../../src/store/driver.ts';
import type { Result } from '../../../../src/store/result.ts';

/**
 * The smallest possible database kind: SQLite from Node, without writes, routines, page metadata, and JSON paths.
 * Everything is in this file, which proves that no other module depends on the database.
 */

const text = (value: string): Sql => raw(`'${value.replaceAll("'", "''")}'`);

const toy = {
  name: 'Toy',
  capabilities: {
    writes: false,
    routines: false,
    readingProcedures: 'none',
    connections: false,
    lists: false,
    jsonPaths: false,
  },
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: { reusable: false, print: () => '?' },
  conditions: {
    ...standardConditions,
    seek: (terms) => seekByTerm(terms, standardConditions),
    inList: (operand, values) => condition`${operand.sql} in (select value from json_each(${parameter(values)}))`,
    arrayContains: unsupportedGenerator,
    fullText: unsupportedGenerator,
  },
  operands: {
    column: (own) => own,
    sortKey: (own) => own,
    value: (slot) => parameter(slot),
    text,
    hash: (columns) =>
      join(
        columns.map((own) => sql`quote(${column(own.alias, own.name)})`),
        " || ',' || ",
      ),
    jsonPath: unsupportedGenerator,
    call: (name, argument) => sql`${raw(textFunctions[name] ?? name)}(${argument})`,
    aggregate: unsupportedGenerator,
    groupKey: (value) => value,
    scalar,
  },
  read: (roots) => ({
    sql: sql`select ${join(roots.map(rootValue), ', ')}`,
    read: ([set]) => set?.rows[0] ?? [],
  }),
  readWithMetadata: unsupportedGenerator,
} satisfies Dialect;

function rootValue(root: RootQuery): Sql {
  if (root.kind !== 'one' && root.kind !== 'list') return unsupportedGenerator();
  return answerValue(root);
}

function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column':
      return column(value.column.alias, value.column.name);
    case 'text':
      return text(value.text);
    case 'null':
      return raw('null');
    case 'hash':
      return toy.operands.hash(value.columns);
    case 'one':
      return subquery(
        sql`select ${object(value.query.entries)}${fromWhere(value.query)}${limitOne(value.query.atMostOne)}`,
      );
    case 'list': {
      const { query } = value;
      const page = sql`select ${object(query.entries)} as j${fromWhere(query)}${orderBy(query.order)}${limitOffset(query)}`;
      return subquery(sql`select json_group_array(json(p.j))${clause('from')}${subquery(page)} as p`);
    }
    case 'object':
      return object(value.entries);
    case 'connection':
      return unsupportedGenerator();
  }
}

const object = (entries: readonly EntrySql[]): Sql =>
  sql`json_object(${join(
    entries.map(({ key, value }) => sql`${text(key)}, ${answerValue(value)}`),
    ', ',
  )})`;

const orderBy = (order: readonly OrderSql[]): Sql =>
  sql`${clause('order by')}${join(
    order.map(
      ({ expression, descending, nulls }) => sql`${expression}${raw(`${descending ? ' desc' : ''} nulls ${nulls}`)}`,
    ),
    ', ',
  )}`;

function encode(value: unknown, { use }: Slot): unknown {
  if (value === null || value === undefined) return null;
  if (use.kind === 'pattern') return likePattern(String(value), use);
  return use.kind === 'values' ? JSON.stringify(value) : value;
}

interface TableInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

/** @param source its connection string is SQL that fills a new database */
async function open(source: { readonly connectionString: string }): Promise<Driver> {
  const database = new DatabaseSync(':memory:');
  database.exec(decodeURIComponent(new URL(source.connectionString).pathname.slice(1)));
  const session: ReadSession = {
    maxBatchSize: 1,
    cancel: async () => undefined,
    run: async (statements, reportOutcome) => {
      statements.forEach((statement, index) => {
        try {
          reportOutcome({ result: run(database, statement) }, index);
        } catch (error) {
          reportOutcome({ error }, index);
        }
      });
    },
  };
  const reads: Driver['reads'] = { max: 1, open: 1, closeIdle: () => undefined, use: (work) => work(session) };
  return {
    reads,
    service: reads,
    live: reads,
    changes: { max: 1, open: 1, closeIdle: () => undefined, use: async () => unsupportedGenerator() },
    classify: () => ({ apiError: undefined, isSessionLost: false, isRolledBack: false, rejectsChanges: false }),
    close: async () => database.close(),
  };
}

function run(database: DatabaseSync, { statement, values }: BoundStatement): Result {
  const prepared = database.prepare(statement.text);
  prepared.setReturnArrays(true);
  const rows = prepared.all(...(values as SQLInputValue[])) as unknown as readonly (readonly unknown[])[];
  return [
    {
      columns: prepared.columns().map(({ name }) => name),
      rows: rows.map((row) => row.map((value) => (value === null ? null : String(value)))),
    },
  ];
}

/** Reads the tables of the database. */
const introspect: StoreKind['introspect'] = async (query) => {
  const tables = await query(`select name from sqlite_master where type = 'table'`, []);
  const objects = await Promise.all(
    tables.map(async ({ name }): Promise<Catalog['objects'][number]> => {
      const columns = (await query('select * from pragma_table_info(?)', [name])) as unknown as readonly TableInfo[];
      const keys = await query('select "from", "table", "to" from pragma_foreign_key_list(?)', [name]);
      return {
        kind: 'table',
        schema: '',
        name: String(name),
        columns: columns.map(describe),
        primaryKey: columns.filter(({ pk }) => Number(pk) > 0).map((own) => own.name),
        uniqueKeys: [],
        indexes: [],
        foreignKeys: keys.map((key, index) => ({
          name: `key ${index}`,
          columns: [String(key.from)],
          targetSchema: '',
          targetName: String(key.table),
          targetColumns: [String(key.to)],
        })),
        constraints: [],
      };
    }),
  );
  return { objects, routines: [], routineNames: [], searchPath: [] };
};

const describe = ({ name, type, notnull, pk }: TableInfo): CatalogColumn => ({
  name,
  type: { scalar: type.toLowerCase() === 'integer' ? 'Int' : 'String', list: false, native: type, asText: false },
  nullable: Number(notnull) === 0 && Number(pk) === 0,
  hasDefault: false,
  generated: 'no',
});

export const toyKind: StoreKind = {
  capabilities: toy.capabilities,
  createStore: storesOf(toy, encode),
  introspect,
  readCatalogVersion: async () => 'never another one',
  probeView: async () => undefined,
  open,
};
