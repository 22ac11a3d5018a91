import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { Random } from './generate/random.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import { findDifference } from './writes/database.ts';
import { makeValue } from './writes/make/make-value.ts';
import { Failure } from './writes/model/failure.ts';
import type { State } from './writes/model/state.ts';
import { Statement } from './writes/model/statement.ts';
import { keyText, type Row, type Table } from './writes/model/table.ts';
import { tables } from './writes/model/tables.ts';
import { PostgresDatabase } from './writes/postgres-database.ts';
import { makeSeed } from './writes/seed-state.ts';
import { type Wire, writeWire } from './writes/wire.ts';

const schema = fileURLToPath(new URL('./writes/schema.sql', import.meta.url));

/** Tables with constraints: all except `samples`. */
const constrained = tables.filter(({ name }) => name !== 'samples');

/** Error codes of the database as seen by clients. */
const meanings: Readonly<Record<string, string>> = {
  '23505': 'Conflict',
  '23502': 'ConstraintViolated',
  '23503': 'ConstraintViolated',
  '23001': 'ConstraintViolated',
  '23514': 'ConstraintViolated',
  P0001: 'ApplicationError',
};

describeOn('postgres', 'the model of writes', () => {
  let client: Client;
  let database: PostgresDatabase;
  beforeAll(async () => {
    const url = await createDatabase('postgres', 'writes_model', [schema]);
    client = new Client({ connectionString: url });
    await client.connect();
    database = await PostgresDatabase.open(url);
  });
  afterAll(() => Promise.all([client?.end(), database?.close()]));

  it('agrees with the database about every single statement', { timeout: TIMEOUT }, async () => {
    const random = new Random(seedOf(7));
    const outcomes = new Map<string, number>();
    for (let run = 0; run < lengthen(60); run += 1) {
      let state = makeSeed();
      await database.reset(state);
      expect(findDifference(state, await database.read())).toBeUndefined();
      for (let step = 0; step < 15; step += 1) {
        const { sql, apply } = makeStatement(random, state);
        const after = state.copy();
        const expected = codesOf(() => {
          const statement = new Statement(after);
          apply(statement);
          statement.end();
          after.commit();
        });
        const found = await client.query(sql).then(
          () => 'done',
          (error: { code: string }) => meanings[error.code] ?? error.code,
        );
        expect(expected, `${sql}\n${expected}`).toContain(found);
        outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
        const read = await database.read();
        if (found === 'done') {
          expect(findDifference(after, read), sql).toBeUndefined();
          expect([...read.sequences], sql).toEqual(expect.arrayContaining([...after.sequences]));
        } else expect(findDifference(state, read), sql).toBeUndefined();
        state = read;
      }
    }
    expect([...outcomes].filter(([, count]) => count < 20)).toEqual([]);
    expect([...outcomes.keys()].sort()).toEqual(['ApplicationError', 'Conflict', 'ConstraintViolated', 'done']);
  });
});

function codesOf(work: () => void): readonly string[] {
  try {
    work();
    return ['done'];
  } catch (error) {
    if (error instanceof Failure) return [...error.codes];
    throw error;
  }
}

interface GeneratedRows {
  readonly sql: string;
  readonly apply: (statement: Statement) => void;
}

function makeStatement(random: Random, state: State): GeneratedRows {
  const table = random.pick(constrained);
  const keys = random
    .times(random.int(1, 3), () => state.sorted(table.name))
    .flatMap((rows) => (rows.length === 0 ? [] : [keyText(table.key, random.pick(rows))]));
  switch (random.pick(['insert', 'update', 'delete'] as const)) {
    case 'insert': {
      const rows = random.times(random.int(1, 3), () => makeRow(random, table, state));
      const names = table.columns.filter(({ generated }) => generated !== true).map(({ name }) => name);
      const columns = names.filter((name) => rows.every((row) => name in row));
      const same = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
      const from = `json_populate_recordset(null::${table.name}, ${quote(same)})`;
      return {
        sql: `insert into ${table.name} (${columns}) select ${columns} from ${from}`,
        apply: (statement) => statement.insert(table.name, same),
      };
    }
    case 'update': {
      const column = random.pick(
        table.columns.filter(({ name, generated }) => generated !== true && !table.key.includes(name)),
      );
      const { name } = column;
      const value = makeValue(random, { table, column, state });
      const from = `json_populate_record(null::${table.name}, ${quote({ [name]: value })})`;
      return {
        sql: `update ${table.name} t set ${name} = v.${name} from ${from} v where ${among('t.', table, keys)}`,
        apply: (statement) => statement.update(table.name, [...new Set(keys)], (row) => ({ ...row, [name]: value })),
      };
    }
    case 'delete':
      return {
        sql: `delete from ${table.name} where ${among('', table, keys)}`,
        apply: (statement) => statement.delete(table.name, [...new Set(keys)]),
      };
  }
}

const among = (prefix: string, { key }: Table, keys: readonly string[]): string =>
  `concat_ws('|', ${key.map((name) => prefix + name)}) = any (array[${keys.map((text) => `'${text.replaceAll('#', '')}'`)}]::text[])`;

const makeRow = (random: Random, table: Table, state: State): Row =>
  Object.fromEntries(
    table.columns
      .filter(
        ({ generated, default: usual, nullable }) =>
          generated !== true && (random.chance(0.5) || (usual === undefined && !nullable)),
      )
      .map((column) => [column.name, makeValue(random, { table, column, state })]),
  );

const quote = (value: Wire): string => `'${writeWire(value).replaceAll("'", "''")}'`;
