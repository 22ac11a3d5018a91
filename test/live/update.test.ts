import { writeFile } from 'node:fs/promises';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../support/run-command-line.ts';
import { createTables, handWritten, readConfiguration, useTemporaryFolder } from './update-support.ts';

useTemporaryFolder();

/** Hand-written lines that the text lacks, apart from a comma at the end, or new members on the same line. */
function lostLines(text: string, hand: string): readonly string[] {
  const plain = (line: string): string =>
    line
      .replace(/,(\s*\/\/.*)?$/, '$1')
      .replaceAll(/[\s}]+/g, ' ')
      .trim();
  const lines = text.split('\n').map(plain);
  return hand
    .split('\n')
    .map(plain)
    .filter((line) => !lines.some((other) => other === line || other.startsWith(line)));
}

/** Changes of the catalog, with the entities and relationships that `update` then adds. */
const changes: readonly {
  readonly title: string;
  readonly statements: readonly string[];
  /** `*` stands for one entity with any name. */
  readonly added: readonly string[];
  readonly printed?: RegExp;
}[] = [
  { title: 'a table', statements: ['create table notes (id int primary key)'], added: ['Note'] },
  {
    title: 'a table with a foreign key',
    statements: [
      'create table notes (id int primary key, customer_id int, foreign key (customer_id) references customers (id))',
    ],
    added: ['Note', 'Client.notes'],
  },
  {
    title: 'two foreign keys to one table',
    statements: [
      'create table moves (id int primary key, from_customer_id int, to_customer_id int, foreign key (from_customer_id) references customers (id), foreign key (to_customer_id) references customers (id))',
    ],
    added: ['Move', 'Client.movesByFromCustomer', 'Client.movesByToCustomer'],
  },
  {
    title: 'a junction table',
    statements: [
      'create table order_labels (order_id int, label_id int, primary key (order_id, label_id), foreign key (order_id) references orders (id), foreign key (label_id) references labels (id))',
    ],
    added: ['OrderLabel', 'Purchase.labels', 'Label.purchases'],
  },
  {
    title: 'a foreign key to the same table',
    statements: [
      'alter table labels add parent_id int',
      'alter table labels add foreign key (parent_id) references labels (id)',
    ],
    added: ['Label.parent', 'Label.children'],
  },
  {
    title: 'a foreign key between configured tables',
    statements: [
      'alter table labels add order_id int',
      'alter table labels add foreign key (order_id) references orders (id)',
    ],
    added: ['Label.order', 'Purchase.labels'],
  },
  {
    title: 'a view',
    statements: ['create view totals as select customer_id, sum(total) as total from orders group by customer_id'],
    added: ['Total'],
  },
  {
    title: 'a table with a secret',
    statements: ['create table accounts (id int primary key, password_hash varchar(40))'],
    added: ['Account'],
  },
  {
    title: 'a table whose name is taken by an entity',
    statements: ['create table clients (id int primary key)'],
    added: ['*'],
  },
  {
    title: 'a table with a reserved name',
    statements: ['create table queries (id int primary key)'],
    added: ['QueryRow'],
  },
  {
    title: 'a table with a composite key',
    statements: ['create table pages (book int, number int, primary key (book, number))'],
    added: ['Page'],
  },
  { title: 'a table without a key', statements: ['create table logs (message varchar(40))'], added: ['Log'] },
  { title: 'a column', statements: ['alter table customers add city varchar(40)'], added: [] },
  { title: 'a dropped column', statements: ['alter table orders drop column total'], added: [] },
  { title: 'a renamed column', statements: ['alter table customers rename column name to full_name'], added: [] },
  { title: 'another type', statements: ['alter table orders add amount bigint'], added: [] },
  { title: 'an index', statements: ['create index orders_total on orders (total)'], added: [] },
  { title: 'a unique column', statements: ['create unique index labels_name on labels (name)'], added: [] },
  {
    title: 'a dropped table',
    statements: ['drop table labels'],
    added: [],
    printed: /- Label {2}"labels" is not in the database any more/,
  },
  {
    title: 'a renamed table',
    statements: ['alter table labels rename to tags'],
    added: ['Tag'],
    printed: /- Label {2}"labels" is not in the database any more/,
  },
];

describe('update', () => {
  it.each(changes)(
    'after $title, adds what is missing and keeps every hand-written line',
    async ({ statements, added, printed }) => {
      const { url, change } = await createTables('update_changes');
      const hand = handWritten(url);
      await writeFile('joinery.json', hand);
      // The relationship that the hand-written file lacks.
      const first = await runCommandLine(['update', '--yes']);
      expect(first).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/^ {2}Purchase\n\+ .*customer/m),
      });
      const base = await readConfiguration();
      expect(parse(base).entities.Purchase.relationships).toEqual({ customer: { belongsTo: 'Client' } });
      expect(lostLines(base, hand)).toEqual([]);

      await change(statements);
      const preview = await runCommandLine(['update']);
      expect(await readConfiguration()).toBe(base);
      const applied = await runCommandLine(['update', '--yes']);
      expect(applied).toMatchObject({ code: 0, stderr: '' });
      if (printed) expect(applied.stdout).toMatch(printed);
      const after = await readConfiguration();
      expect(lostLines(after, hand)).toEqual([]);
      const names = (text: string): readonly string[] =>
        Object.entries(parse(text).entities as Record<string, { relationships?: object }>).flatMap(
          ([name, { relationships = {} }]) => [
            name,
            ...Object.keys(relationships).map((relationship) => `${name}.${relationship}`),
          ],
        );
      const known = new Set(names(base));
      const gained = names(after).filter((name) => !known.has(name));
      const fresh = new Set(gained.filter((name) => !name.includes('.')));
      const shown = gained.filter((name) => !name.includes('.') || !fresh.has(name.split('.')[0] ?? ''));
      if (added[0] === '*') expect(shown).toHaveLength(1);
      else expect(shown.toSorted()).toEqual(added.toSorted());
      expect(preview.stdout.includes('pass --yes')).toBe(added.length > 0);
      // A second run finds nothing more to add.
      expect((await runCommandLine(['update'])).stdout).toContain(
        'joinery.json has all tables and relationships of the database.',
      );
    },
  );
});

describe('update of a configuration in several files', () => {
  it('adds new entities to the first file, and names the relationships that belong in another', async () => {
    const { url, change } = await createTables('update_files');
    const { entities, ...first } = parse(handWritten(url));
    const { Label, ...others } = entities;
    await writeFile('labels.json', JSON.stringify({ entities: { Label } }));
    await writeFile(
      'joinery.json',
      JSON.stringify({ ...first, 'data-source-files': ['labels.json'], entities: others }, null, 2),
    );
    await change([
      'create table stickers (id int primary key, label_id int, foreign key (label_id) references labels (id))',
    ]);
    const { stdout } = await runCommandLine(['update', '--yes']);
    expect(stdout).toContain('Omitted  Label.stickers: the entity is not in joinery.json.');
    expect(parse(await readConfiguration()).entities).toMatchObject({
      Sticker: { relationships: { label: { belongsTo: 'Label' } } },
    });
    expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
  });

  it('requires explicit rights for new entities in production', async () => {
    const { url, change } = await createTables('update_production');
    const hand = handWritten(url).replace('"development"', '"production"').replace('"Simulator"', '"AppService"');
    await writeFile('joinery.json', hand);
    expect(await runCommandLine(['update', '--yes'])).toMatchObject({ code: 0 });
    const before = await readConfiguration();
    await change(['create table notes (id int primary key)']);
    const stderr = expect.stringContaining('New entities need rights: Note.');
    expect(await runCommandLine(['update', '--yes'])).toMatchObject({ code: 1, stderr });
    expect(await runCommandLine(['add', 'notes'])).toMatchObject({ code: 1, stderr });
    expect(await readConfiguration()).toBe(before);
    expect(await runCommandLine(['update', '--yes', '--role', 'clerk:read'])).toMatchObject({ code: 0 });
    expect(parse(await readConfiguration()).entities.Note.permissions).toEqual([{ role: 'clerk', actions: ['read'] }]);
  });

  it('names a new entity differently from the REST path of another', async () => {
    const { url, change } = await createTables('update_paths');
    await writeFile(
      'joinery.json',
      handWritten(url).replace('"source": "labels",', '"source": "labels", "rest": { "path": "Note" },'),
    );
    await change(['create table notes (id int primary key)']);
    expect(await runCommandLine(['update', '--yes'])).toMatchObject({ code: 0 });
    const { Note, ...entities } = parse(await readConfiguration()).entities;
    expect(Note).toBeUndefined();
    expect(Object.values(entities)).toContainEqual(expect.objectContaining({ source: 'notes' }));
    expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
  });

  it('rejects another encoding than UTF-8, which it would lose', async () => {
    const { url } = await createTables('update_files');
    await writeFile('joinery.json', `\uFEFF${handWritten(url)}`, 'utf16le');
    expect(await runCommandLine(['update', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not encoded in UTF-8'),
    });
  });
});

describe('add', () => {
  it.each(['Note', 'notes', 'NOTES'])(
    'adds the table named %s, with relationships to configured entities only',
    async (name) => {
      const { url, change } = await createTables('add_table');
      await change([
        'create table notes (id int primary key, customer_id int, foreign key (customer_id) references customers (id))',
        'create table files (id int primary key, note_id int, foreign key (note_id) references notes (id))',
      ]);
      await writeFile('joinery.json', handWritten(url));
      expect(await runCommandLine(['add', name, '--role', 'anonymous:read'])).toMatchObject({ code: 0, stderr: '' });
      const { entities } = parse(await readConfiguration());
      expect(entities.Note).toEqual({
        source: 'notes',
        permissions: [{ role: 'anonymous', actions: ['read'] }],
        relationships: { customer: { belongsTo: 'Client' } },
      });
      expect(entities.Client.relationships).toMatchObject({ notes: { hasMany: 'Note' } });
      expect(entities.File).toBeUndefined();
    },
  );

  it.each([
    ['Nots', 'The database has no unconfigured table, view, or routine "Nots".'],
    ['Client', 'The entity "Client" exists already.'],
  ])('rejects "%s" with a message', async (name, message) => {
    const { url } = await createTables('add_unknown');
    await writeFile('joinery.json', handWritten(url));
    expect(await runCommandLine(['add', name])).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});
