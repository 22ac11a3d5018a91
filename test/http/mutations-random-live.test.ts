import { type GraphQLObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../oracle/generate/random.ts';
import { libraryEntities, libraryTables } from './support/library.ts';
import { makeFilter, makeSelection, makeValue } from './support/make-mutation.ts';
import { type GraphqlResponse, type ServedTables, serveTables } from './support/serve-tables.ts';

const COUNT = 500;

/**
 * Policies of the role `half`, which may do everything else. Some read columns that triggers change, some related rows.
 */
const policies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Book: {
    read: '@item.pages lt 2 or @item.pages eq null or @item.pages eq 100',
    update: "@item.title ne 'b' and @item.title ne '' and @item.author/name ne 'b'",
    delete: '@item.chapters/all(c: c/no lt 5)',
  },
  Author: {
    read: "@item.name ne 'a'",
    create: "@item.name ne 'b' and not @item.staff/any(s: s/name eq 'b')",
    update: "@item.id ne 1 and @item.name ne ''",
  },
  Chapter: {
    create: '@item.book/pages lt 2 or @item.book/pages eq 100',
    update: "@item.title ne 'a' and @item.title ne ''",
  },
  BookLabel: { create: "@item.label/name ne 'b'", delete: '@item.book/pages eq 100' },
  Shelf: { create: "@item.code ne 'a' and @item.code ne 'b'", update: "@item.code ne 'b'" },
  Label: { update: "@item.name ne 'a' and @item.name ne 'b'" },
  Remark: { create: "@item.says ne 'c'", read: "@item.chapter/title ne 'b'" },
};

const withHalf = (entities: Readonly<Record<string, { readonly permissions: readonly object[] }>>): object =>
  Object.fromEntries(
    Object.entries(entities).map(([name, entity]) => {
      const actions = ['create', 'read', 'update', 'delete'].map((action) => {
        const database = policies[name]?.[action];
        return database === undefined ? action : { action, policy: { database } };
      });
      return [name, { ...entity, permissions: [...entity.permissions, { role: 'half', actions }] }];
    }),
  );

/** Resets every table to related rows. */
const rows = `
  truncate authors, publishers, books, chapters, remarks, labels, book_labels, shelves, book_shelves, covers restart identity;
  insert into authors (name, boss_id) select chr(96 + n), nullif(floor(n / 2), 0) from generate_series(1, 8) n;
  insert into publishers (name) select 'p' || n from generate_series(1, 4) n;
  insert into books (title, author_id, editor_id, publisher_id) select chr(96 + n), n, 9 - n, 1 + n % 4 from generate_series(1, 8) n;
  insert into chapters select n, m, chr(96 + m) from generate_series(3, 8) n, generate_series(1, 3) m where m < n - 2;
  insert into remarks (book_id, chapter_no, says) select book_id, no, title from chapters;
  insert into labels (name) select 'l' || n from generate_series(1, 4) n;
  insert into book_labels (book_id, label_id) select n, m from generate_series(1, 8) n, generate_series(1, 4) m where (n + m) % 3 = 0;
  insert into shelves (code) select 's' || n from generate_series(1, 3) n;
  insert into book_shelves select n, 1 + n % 3 from generate_series(1, 8) n;
  insert into covers select n, 'red' from generate_series(1, 4) n;`;

let library: ServedTables;

beforeAll(async () => {
  library = await serveTables(
    'mutations_random',
    `${libraryTables}
     create function count_chapters() returns trigger language plpgsql as $$
       begin update books b set pages = (select count(*) from chapters where book_id = b.id) where b.id = coalesce(new.book_id, old.book_id); return null; end $$;
     create trigger after_chapters after insert or update or delete on chapters for each row execute function count_chapters();
     create function trim_says() returns trigger language plpgsql as $$ begin new.says := trim(new.says); return new; end $$;
     create trigger before_remarks before insert or update on remarks for each row execute function trim_says();`,
    withHalf(libraryEntities),
  );
});
afterAll(() => library.close());

const tables: Readonly<Record<string, readonly [table: string, plural: string, keys: readonly string[]]>> = {
  Author: ['authors', 'Authors', ['id']],
  Publisher: ['publishers', 'Publishers', ['id']],
  Book: ['books', 'Books', ['id']],
  Chapter: ['chapters', 'Chapters', ['book_id', 'no']],
  Remark: ['remarks', 'Remarks', ['id']],
  Label: ['labels', 'Labels', ['id']],
  BookLabel: ['book_labels', 'BookLabels', ['book_id', 'label_id']],
  Shelf: ['shelves', 'Shelves', ['id']],
  Cover: ['covers', 'Covers', ['book_id']],
};

const kinds = ['create', 'createMany', 'update', 'replace', 'delete', 'updateMany', 'deleteMany'];

type Row = Readonly<Record<string, unknown>>;

/** Returns every row of every table as strings. */
async function contents(): Promise<readonly string[]> {
  const names = [...Object.values(tables).map(([table]) => table), 'book_shelves'];
  const rows = await Promise.all(names.map((name) => library.sql(`select '${name}' as of_table, t.* from ${name} t`)));
  return rows
    .flat()
    .map((row) => JSON.stringify(row))
    .sort();
}

/**
 * Compares random writes with reads. A write returns the rows that a reader sees afterwards, and a delete the rows that
 * a reader saw before. A write to many rows returns the rows of its filter. A failed write changes nothing.
 */
it('random writes return what readers see, and failed writes change nothing', { timeout: 240_000 }, async () => {
  const random = new Random(4_711);
  const outcomes = new Map<string, number>();
  const note = (what: string): void => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  for (let done = 0; done < COUNT; done += 1) {
    const entity = random.pick(Object.keys(tables));
    const kind = random.pick(kinds);
    if (done % 40 === 0) await library.sql(rows);
    const role = random.pick(['anonymous', 'half']);
    const change = makeChange(kind, { entity, role, key: await pickKey(entity, random), random });
    const before = await contents();
    const response = await change.run();
    const code = response.body.errors?.[0]?.extensions.code;
    expect([response.status, library.logged.splice(0)], `${change.text}\n${response.text}`).toEqual([
      expect.toSatisfy((status) => status === 200 || status === 400),
      [],
    ]);
    if (code === undefined) await change.check(response);
    else expect([change.text, await contents()]).toEqual([change.text, before]);
    expect(code ?? 'done').toMatch(
      /^(done|BadRequest|Forbidden|Conflict|ConstraintViolated|ItemNotFound|PreconditionFailed|ApplicationError)$/,
    );
    note(`${kind} as ${role}: ${code ?? 'done'}`);
  }
  for (const kind of kinds) {
    for (const role of ['anonymous', 'half']) {
      expect([kind, role, outcomes.get(`${kind} as ${role}: done`) ?? 0]).toEqual([
        kind,
        role,
        expect.toSatisfy((n) => n >= 5),
      ]);
    }
  }
  const forbidden = [...outcomes].filter(([what]) => what.endsWith('Forbidden'));
  expect(forbidden.reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(4);
});

interface RandomChange {
  readonly text: string;
  run(): Promise<GraphqlResponse>;
  check(response: GraphqlResponse): Promise<void>;
}

interface Choice {
  readonly entity: string;
  readonly role: string;
  readonly key: Row;
  readonly random: Random;
}

function makeChange(kind: string, { entity, role, key, random }: Choice): RandomChange {
  const [, plural, keys] = tables[entity] ?? ['', '', []];
  const { schema } = library.application;
  const type = schema.getType(entity);
  const mutation = schema.getMutationType();
  if (!isObjectType(type) || !mutation) throw new Error(`${entity} has no object type or no mutation.`);
  const selection = makeSelection(type, keys, random);
  const isMany = kind.endsWith('Many');
  const name = isMany ? `${kind.slice(0, -4)}${plural}` : `${kind}${entity}`;
  const parts = (mutation.getFields()[name]?.args ?? []).flatMap((argument) => {
    if (keys.includes(argument.name)) return [{ argument, value: key[argument.name] }];
    if (argument.name === 'filter') return [{ argument, value: makeFilter(schema, entity, random) }];
    return argument.name.startsWith('item') ? [{ argument, value: makeValue(argument.type, random) }] : [];
  });
  const variables = Object.fromEntries(parts.map(({ argument, value }) => [argument.name, value]));
  const definitions = parts.map(({ argument }) => `$${argument.name}: ${argument.type}`).join(', ');
  const argumentList = parts.map(({ argument }) => `${argument.name}: $${argument.name}`).join(', ');
  const document = `mutation (${definitions}) { x: ${name}(${argumentList}) ${isMany ? `{ affected items ${selection} }` : selection} }`;
  const text = `${role}: ${document}\n${JSON.stringify(variables)}`;
  const reading: ListQuery = { type, plural, keys, selection, role };
  let earlier: readonly unknown[] = [];
  return {
    text,
    run: async () => {
      if (kind === 'delete') earlier = [await readItem(reading, key)];
      if (kind === 'updateMany' || kind === 'deleteMany') earlier = await readMany(reading, variables.filter);
      return library.send(document, { variables, role });
    },
    check: async ({ body }) => {
      const x = body.data?.x as Row | null;
      const rows = isMany ? (x?.items as readonly Row[]) : [x as Row];
      const isHidden = role === 'half';
      if (kind === 'delete') return expect([text, x]).toEqual([text, isHidden && x === null ? null : earlier[0]]);
      // Policies may exclude some visible rows, or hide changed ones.
      if (!isHidden && kind !== 'createMany' && isMany) expect(x?.affected, text).toBe(earlier.length);
      if (isMany && !isHidden) expect(rows, text).toHaveLength(x?.affected as number);
      if (kind === 'deleteMany')
        return expect([text, rows]).toEqual([
          text,
          earlier.filter((row) => rows.some((gone) => isSame(gone, row as Row, keys))),
        ]);
      if (kind === 'updateMany')
        for (const row of rows)
          expect(
            (earlier as Row[]).some((other) => isSame(row, other, keys)),
            text,
          ).toBe(true);
      if (kind === 'create' && isHidden && x === null) return;
      const read = [];
      for (const row of rows) read.push(await readItem(reading, row ?? key));
      expect([text, rows]).toEqual([text, read]);
    },
  };
}

const isSame = (left: Row, right: Row, keys: readonly string[]): boolean =>
  keys.every((key) => left[key] === right[key]);

/** Returns the key of an existing row, or of a row that may not exist. */
async function pickKey(entity: string, random: Random): Promise<Row> {
  const [table, , keys] = tables[entity] ?? ['', '', []];
  const rows = await library.sql(`select ${keys.join(', ')} from ${table} order by 1, ${keys.length}`);
  if (rows.length > 0 && random.chance(0.85))
    return Object.fromEntries(Object.entries(random.pick(rows)).map(([name, value]) => [name, Number(value)]));
  return Object.fromEntries(keys.map((name) => [name, random.int(1, 6)]));
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

interface ListQuery {
  readonly type: GraphQLObjectType;
  readonly plural: string;
  readonly keys: readonly string[];
  readonly selection: string;
  readonly role: string;
}

async function readItem({ type, keys, selection, role }: ListQuery, key: Row): Promise<unknown> {
  const keyArguments = keys.map((name) => `${name}: ${key[name]}`).join(', ');
  return (await library.data(`{ x: ${lower(type.name)}_by_pk(${keyArguments}) ${selection} }`, { role })).x;
}

async function readMany({ type, plural, selection, role }: ListQuery, filter: unknown): Promise<readonly unknown[]> {
  const { x } = await library.data(
    `query ($filter: ${type.name}FilterInput, $first: Int) { x: ${lower(plural)}(filter: $filter, first: $first) ${selection} }`,
    { variables: { filter, first: 1000 }, role },
  );
  return x as readonly unknown[];
}
