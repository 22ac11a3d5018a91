import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../../src/app/application.ts';
import { boot } from '../../../../src/app/boot.ts';
import { storeKinds } from '../../../../src/app/store-kinds.ts';
import { readConfig } from '../../../../src/config/read-config.ts';
import { toyKind } from './toy-kind.ts';

/** A dialect in a single file. It only needs an entry in the table of store kinds and a configuration. */
const ddl = `
  create table authors (id integer primary key, name text not null);
  create table books (id integer primary key, author_id integer references authors (id), title text not null, pages integer);
  insert into authors values (1, 'Ada'), (2, 'Grace');
  insert into books values (1, 1, 'Notes', 66), (2, 1, 'Letters', null), (3, 2, 'Compilers', 300);`;

let application: Application;

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'joinery-toy-')), 'joinery.json');
  const permissions = [{ role: 'anonymous', actions: ['read'] }];
  const entities = {
    Author: {
      source: 'authors',
      permissions,
      relationships: { books: { cardinality: 'many', 'target.entity': 'Book' } },
    },
    Book: {
      source: 'books',
      permissions,
      relationships: { author: { cardinality: 'one', 'target.entity': 'Author' } },
    },
  };
  const source = { 'database-type': 'mysql', 'connection-string': 'mysql://localhost/toy' };
  writeFileSync(file, JSON.stringify({ 'data-source': source, entities }));
  const { config } = readConfig(file, {});
  Object.assign(storeKinds, { toy: async () => toyKind });
  application = await boot({
    ...config,
    dataSource: Object.assign({}, config.dataSource, {
      databaseType: 'toy',
      connectionString: `toy:///${encodeURIComponent(ddl)}`,
      catalogIntervalMs: 0,
    }),
  });
});
afterAll(async () => {
  await application.close();
  Reflect.deleteProperty(storeKinds, 'toy');
});

const query = async (document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
  const answer = await application.answer({
    document: parse(document),
    operationName: undefined,
    variables,
    identity: { role: 'anonymous', claims: {} },
  });
  return answer.kind === 'answered' ? JSON.parse(answer.data) : answer;
};

it('answers nested reads', async () => {
  const document = `query ($least: Int) {
    authors(orderBy: { name: DESC }) { name books(filter: { pages: { gte: $least } }, first: 1) { title author { id } } }
    book: book_by_pk(id: 3) { title pages }
  }`;
  expect(await query(document, { min: 60 })).toEqual({
    authors: [
      { name: 'Grace', books: [{ title: 'Compilers', author: { id: 2 } }] },
      { name: 'Ada', books: [{ title: 'Notes', author: { id: 1 } }] },
    ],
    book: { title: 'Compilers', pages: 300 },
  });
});

it('rejects unsupported operations', async () => {
  const apiErrors = [expect.objectContaining({ code: 'OperationNotOffered' })];
  expect(await query('{ books_connection { totalCount } }')).toEqual({ kind: 'rejected', apiErrors });
});
