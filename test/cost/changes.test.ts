import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, runDocument } from '../support/run-document.ts';
import { bootTapped, type Tapped } from './boot-tapped.ts';

const SQL = `
  create table shelves (id int primary key, name text not null);
  create table books (id int primary key, shelf_id int references shelves, weight int not null);
  create table leaves (book int not null, text text not null);
  insert into shelves values (1, 'low');
  insert into books values (1, 1, 5), (2, 1, 500);
  insert into leaves values (1, 'a'), (1, 'b'), (2, 'c');
`;

const light = { database: '@item.weight lt 100' };

const ENTITIES = {
  Shelf: { source: 'shelves', permissions: [{ role: 'anonymous', actions: ['*'] }] },
  Book: {
    source: 'books',
    permissions: [
      {
        role: 'anonymous',
        actions: ['read', { action: 'create', policy: light }, { action: 'update', policy: light }, 'delete'],
      },
    ],
    relationships: { shelf: { belongsTo: 'Shelf', on: { shelf_id: 'id' } } },
  },
  Leaf: {
    source: { object: 'leaves', 'key-fields': ['book'] },
    permissions: [{ role: 'anonymous', actions: ['*'] }],
  },
};

let tapped: Tapped;

beforeAll(async () => {
  tapped = await bootTapped('cost_changes', SQL, ENTITIES);
});
afterAll(() => tapped.close());

/** Returns the outcome of a mutation and the first word of each statement sent for it. */
async function send(document: string): Promise<readonly [code: string | undefined, ...statements: string[]]> {
  const { messages } = tapped.tap;
  const before = messages.length;
  const code = codeOf(await runDocument(tapped.app, `mutation { ${document} }`));
  const statements = messages.slice(before).flatMap((message, index) => {
    if (message.kind === 'query') return [message.text];
    if (message.kind !== 'bind') return [];
    const parsed = messages
      .slice(0, before + index)
      .findLast((candidate) => candidate.kind === 'parse' && isOf(candidate, message));
    return parsed?.kind === 'parse' ? [parsed.text] : [];
  });
  return [code, ...statements.map((text) => /^\w+/.exec(text)?.[0].toLowerCase() ?? '')];
}

const isOf = (left: { session: number; name: string }, right: { session: number; name: string }): boolean =>
  left.session === right.session && left.name === right.name;

it.each([
  ['a create that a policy allows', 'createBook(item: { id: 3, weight: 9 }) { id }', ['answered', 'insert']],
  ['one that it refuses', 'createBook(item: { id: 4, weight: 900 }) { id }', ['Forbidden', 'insert']],
  ['an update by key', 'updateShelf(id: 1, item: { name: "x" }) { id name }', ['answered', 'update']],
  ['one of a row that is not there', 'updateShelf(id: 9, item: { name: "x" }) { id }', ['ItemNotFound', 'update']],
  ['one that a policy allows', 'updateBook(id: 1, item: { weight: 6 }) { id weight }', ['answered', 'update']],
  ['one that it refuses', 'updateBook(id: 1, item: { weight: 600 }) { id }', ['Forbidden', 'update']],
  ['a delete', 'deleteBook(id: 3) { id shelf { name } }', ['answered', 'delete']],
  [
    'an update by a key that others may have',
    'updateLeaf(book: 2, item: { text: "x" }) { text }',
    ['answered', 'with'],
  ],
  ['one of several rows with it', 'updateLeaf(book: 1, item: { text: "x" }) { text }', ['Conflict', 'with']],
])('%s is one statement without a transaction', async (_, document, sent) => {
  expect(await send(document)).toEqual(sent);
});

it('a second statement finds out why a row was not changed', async () => {
  expect(await send('updateBook(id: 2, item: { weight: 6 }) { id }')).toEqual(['Forbidden', 'update', 'with']);
});

it('a change in several steps runs in a transaction', async () => {
  const related = await send('updateBook(id: 1, item: { weight: 7 }) { shelf { name } }');
  expect(related).toEqual(['answered', 'start', 'update', 'select', 'commit']);
  const refused = await send(
    'a: createShelf(item: { id: 7, name: "x" }) { id } b: createBook(item: { id: 7, weight: 700 }) { id }',
  );
  expect(refused).toEqual(['Forbidden', 'start', 'insert', 'insert', 'rollback']);
  const shelves = await tapped.asAdmin((admin) => admin.query('select id from shelves'));
  expect(shelves.rows).toEqual([{ id: 1 }]);
});

it('concurrent changes are sent separately, each as a batch in its own transaction', async () => {
  const create = async (id: number): Promise<string | undefined> =>
    codeOf(await runDocument(tapped.app, `mutation { createLeaf(item: { book: ${id}, text: "x" }) { text } }`));
  const { messages } = tapped.tap;
  // Opens the sessions and prepares the statement.
  for (let time = 0; time < 4; time += 1) await Promise.all(Array.from({ length: 12 }, (_, id) => create(1000 + id)));
  const before = messages.length;
  const codes = await Promise.all(Array.from({ length: 12 }, (_, id) => create(100 + id)));
  expect(new Set(codes)).toEqual(new Set(['answered']));
  const count = (kind: string): number => messages.slice(before).filter((message) => message.kind === kind).length;
  expect(['execute', 'sync', 'arrival'].map(count)).toEqual([12, 12, 12]);
});
