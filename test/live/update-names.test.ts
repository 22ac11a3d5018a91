import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'jsonc-parser';
import { describe, expect, inject, it } from 'vitest';
import { runCommandLine } from '../support/run-command-line.ts';
import { createTables, handWritten, readConfiguration, useTemporaryFolder } from './update-support.ts';

const server = inject('server');

useTemporaryFolder();

describe('several entities of one table', () => {
  it('get relationships once each, and targets count under any of them', async () => {
    const { url, change } = await createTables('update_twice');
    const { entities, ...others } = parse(handWritten(url));
    const { relationships: _, ...client } = entities.Client;
    const written = {
      ...others,
      entities: { ...entities, PublicClient: { ...client, permissions: [{ role: 'anonymous', actions: ['read'] }] } },
    };
    written.entities.Purchase.relationships = { buyer: { belongsTo: 'PublicClient' } };
    await writeFile('joinery.json', JSON.stringify(written, null, 2));
    await change([
      'create table notes (id int primary key, customer_id int, foreign key (customer_id) references customers (id))',
    ]);
    expect(await runCommandLine(['update', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    const updated = parse(await readConfiguration()).entities;
    expect(updated.Note.relationships).toEqual({ customer: { belongsTo: 'Client' } });
    expect(updated.Client.relationships).toEqual({ purchases: { hasMany: 'Purchase' }, notes: { hasMany: 'Note' } });
    expect(updated.PublicClient.relationships).toEqual({
      purchases: { hasMany: 'Purchase' },
      notes: { hasMany: 'Note' },
    });
    // The foreign key leads to another entity of the table already.
    expect(updated.Purchase.relationships).toEqual({ buyer: { belongsTo: 'PublicClient' } });
    expect((await runCommandLine(['update'])).stdout).toContain('has all tables and relationships');
  });
});

describe('the printed lines', () => {
  it('name the entity of an addition, also if the entity is on one line', async () => {
    const { url, change } = await createTables('update_lines');
    await writeFile(
      'joinery.json',
      handWritten(url).replace(
        /"Label": \{[\s\S]*\} \/\/ the last one/,
        '"Label": { "source": "labels", "permissions": [], "relationships": { "self": { "hasMany": "Label", "on": { "id": "id" } } } }',
      ),
    );
    await change([
      'create table stickers (id int primary key, label_id int, foreign key (label_id) references labels (id))',
    ]);
    const { stdout } = await runCommandLine(['update', '--yes', '--include', 'stickers']);
    expect(stdout).toMatch(/^ {2}Label\n\+ .*"stickers": \{ "hasMany": "Sticker" \}/m);
  });
});

describe('a configuration of Data API builder', () => {
  it.each([
    ['update', '--yes'],
    ['add', 'labels'],
  ])('is left alone by %s, which names the command to use', async (...commandLine) => {
    const { url } = await createTables('update_dab');
    const text = handWritten(url);
    await writeFile('dab-config.json', text);
    expect(await runCommandLine(commandLine)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run "joinery import dab-config.json", and this command again.'),
    });
    expect(await readFile('dab-config.json', 'utf8')).toBe(text);
  });
});

describe.runIf(server === 'postgres')('schemas', () => {
  const inSchemas = [
    'create schema sales',
    'create schema billing',
    'create table sales.invoices (id int primary key)',
    'create table billing.invoices (id int primary key)',
    "create function sales.total() returns int language sql stable as 'select 1'",
  ];

  it.each(['invoices', 'Invoice'])('make the name %s ambiguous', async (name) => {
    const { url, change } = await createTables('add_schemas');
    await change(inSchemas);
    await writeFile('joinery.json', handWritten(url));
    const { code, stderr } = await runCommandLine(['add', name]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(
        `"${name}" is ambiguous: billing.invoices, sales.invoices. Use one of these names, such as "joinery add billing.invoices".`,
      ),
    });
    expect(await runCommandLine(['add', 'sales.invoices'])).toMatchObject({ code: 0, stderr: '' });
    expect(await readConfiguration()).toContain('"source": "sales.invoices"');
  });

  it('can be part of the name of an entity to add', async () => {
    const { url, change } = await createTables('add_schemas');
    await change(inSchemas);
    await writeFile('joinery.json', handWritten(url));
    expect(await runCommandLine(['add', 'SalesInvoice'])).toMatchObject({ code: 0, stderr: '' });
    expect(await readConfiguration()).toContain('"source": "sales.invoices"');
  });

  it.each([
    ['update', '--schema', 'sales', 'bilings', '--yes'],
    ['init', '--force', '--schema', 'sales', 'bilings', '--url'],
  ])('that do not exist are an error of %s', async (...commandLine) => {
    const { url, change } = await createTables('update_schemas');
    await change(inSchemas);
    await writeFile('joinery.json', handWritten(url));
    const all = commandLine.at(-1) === '--url' ? [...commandLine, url] : commandLine;
    expect(await runCommandLine(all)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'No table, view, or routine is in the schema "bilings". Did you mean "billing"? The schemas are: billing, public, sales.',
      ),
    });
  });

  it('of the search path contain configured routines', async () => {
    const { url, change } = await createTables('update_path');
    await change([...inSchemas, 'alter database update_path set search_path = public, sales']);
    const { entities, ...others } = parse(handWritten(url));
    const Total = {
      source: { object: 'total', type: 'stored-procedure' },
      permissions: [{ role: 'anonymous', actions: ['execute'] }],
    };
    await writeFile('joinery.json', JSON.stringify({ ...others, entities: { ...entities, Total } }, null, 2));
    const { stdout } = await runCommandLine(['update', '--yes', '--schema', 'public', 'sales']);
    expect(stdout).not.toContain('not in the database');
    expect(Object.keys(parse(await readConfiguration()).entities)).toEqual([
      'Client',
      'Purchase',
      'Label',
      'Total',
      'Invoice',
    ]);
  });
});

describe.runIf(server === 'mysql' || server === 'mariadb')('a database without schemas', () => {
  it('rejects --schema', async () => {
    const { url } = await createTables('update_schemas');
    await writeFile('joinery.json', handWritten(url));
    expect(await runCommandLine(['update', '--schema', 'sales', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The database has no schemas. Remove --schema, or select objects with --include.',
      ),
    });
  });
});
