import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Application } from '../../src/app/application.ts';
import { bootFile as boot } from '../../src/app/boot-file.ts';
import { readEnvironment } from '../../src/config/read-environment.ts';
import { answersOf, configurationFor, tablesOn } from '../fixtures/dab/lamps.ts';
import { ddl, newer, older, runtime } from '../fixtures/dab/library.ts';
import { appService, asPrincipal } from '../http/support/principal-header.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { createDatabase } from '../support/create-database.ts';
import { enterTemporaryFolder, runCommandLine } from '../support/run-command-line.ts';

const server = inject('server');

let folder: string;
beforeEach(async () => {
  const entered = await enterTemporaryFolder();
  folder = entered.folder;
  return entered.leave;
});

const write = (name: string, content: unknown): Promise<void> =>
  writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const readJson = async (name: string) => parse(await read(name));

async function createTables(name: string, sql: string): Promise<string> {
  await write('tables.sql', sql);
  return createDatabase(server, name, [join(folder, 'tables.sql')]);
}

/** Imports the file, which must succeed. @returns the report */
async function importFile(name: string, ...options: readonly string[]): Promise<string> {
  const result = await runCommandLine(['import', name, ...options]);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  return result.stdout;
}

async function serveFile(name: string): Promise<ServedRest> {
  const application: Application = await boot(join(folder, name), {
    env: readEnvironment(folder, {}),
    overrides: { exposeDevelopment: true },
  });
  const rest = await serveRest(application);
  onTestFinished(() => rest.close());
  return rest;
}

const bodyOf = async (rest: ServedRest, path: string, request: Parameters<ServedRest['fetch']>[1] = {}) => {
  const { status, text } = await rest.fetch(path, { role: '', ...request });
  return `${status} ${text.replaceAll(rest.origin, '')}`;
};

/** Returns the documents of both APIs, and lists with related rows for each role, entity, and relationship. */
async function describeApis(rest: ServedRest): Promise<Readonly<Record<string, string>>> {
  const { model, sdl } = rest.application;
  const found: Record<string, string> = { sdl, openapi: await bodyOf(rest, '/api/openapi.json') };
  for (const role of model.roles) {
    const roles = ['anonymous', 'authenticated', role].map((name) => ['roles', name] as const);
    const headers = { ...asPrincipal(appService(roles)), 'content-type': 'application/json' };
    found[`openapi of ${role}`] = await bodyOf(rest, `/api/openapi.json?role=${role}`);
    for (const entity of model.entities) {
      const path = `/api/${encodeURI(entity.rest.path)}`;
      const names = entity.relationships.map(({ name }) => name);
      for (const option of ['', ...names.map((name) => `?$expand=${name}`)]) {
        found[`${role} ${path}${option}`] = await bodyOf(rest, path + option, { role, headers });
      }
      for (const { name, many } of entity.relationships) {
        const target = many ? `${name} { items { __typename } }` : `${name} { __typename }`;
        const body = JSON.stringify({ query: `{ ${entity.graphql.plural} { items { __typename ${target} } } }` });
        found[`${role} ${entity.name}.${name}`] = await bodyOf(rest, '/graphql', {
          role,
          headers,
          method: 'POST',
          body,
        });
      }
    }
  }
  return found;
}

describe('import', () => {
  it('writes a file whose APIs answer as the original file', async () => {
    const tables = tablesOn(server);
    const [direct, imported] = [await createTables('import_direct', tables), await createTables('import_own', tables)];
    await write('direct.json', configurationFor(server, direct));
    await write('dab-config.json', configurationFor(server, imported));
    const report = await importFile('dab-config.json');
    expect(report).toContain('joinery.json  5 entities');
    const { entities, ...others } = await readJson('joinery.json');
    expect(others['data-source']['connection-string']).toBe("@env('DATABASE_URL')");
    expect(entities.Lamp).toMatchObject({
      source: 'lamps',
      fields: [{ name: 'light output', alias: 'lumen' }],
      permissions: [{ role: 'anonymous', actions: ['create', 'read', 'update', 'delete'] }],
      relationships: { room: { belongsTo: 'Room' }, makers: { hasMany: 'Maker', through: 'lamp_makers' } },
    });
    expect(entities.Room.relationships).toEqual({ lamps: { hasMany: 'Lamp' } });
    expect(entities.BrightLamp).toMatchObject({
      source: { object: 'bright_lamps', type: 'view' },
      fields: [{ name: 'id', 'primary-key': true }],
    });
    const [first, second] = [await serveFile('direct.json'), await serveFile('joinery.json')];
    expect(await describeApis(second)).toEqual(await describeApis(first));
    expect(await answersOf(second)).toEqual(await answersOf(first));
  });

  it.runIf(server === 'postgres').each([
    ['the newer form', newer],
    ['older spellings', older],
  ])('converts unsupported settings of %s to remarks, and the rest to the same APIs', async (_, entities) => {
    const url = await createTables('import_library', ddl);
    const content = { 'data-source': { 'database-type': 'postgresql', 'connection-string': url }, runtime, entities };
    await write('dab-config.json', content);
    const report = await importFile('dab-config.json');
    expect(report).toMatch(
      /Unsupported\n[\s\S]*runtime\.telemetry\.file: Removed\. The service logs to standard error/,
    );
    const [first, second] = [await serveFile('dab-config.json'), await serveFile('joinery.json')];
    const apis = await describeApis(second);
    expect(Object.keys(apis).length).toBeGreaterThan(40);
    expect(apis).toEqual(await describeApis(first));
    const written = await readJson('joinery.json');
    expect(JSON.stringify(written)).not.toMatch(/cardinality|mappings|key-fields|telemetry|"cache"/);
    expect(written.entities.Person.relationships).toEqual({
      friends: {
        hasMany: 'Person',
        through: { object: 'friends', sourceOn: { id: 'one' }, targetOn: { other: 'id' } },
      },
    });
    expect(written.entities.Account.relationships).toEqual({
      above: { belongsTo: 'Account' },
      below: { hasMany: 'Account' },
    });
  });

  it('reports a policy that names a renamed column, or a column that does not exist', async () => {
    const url = await createTables('import_policies', tablesOn(server));
    const { entities, ...content } = configurationFor(server, url) as { entities: Record<string, object> };
    const permissions = ["@item.label eq 'hall'", "@item.title eq 'hall'", '@item.nothing eq 1'].map(
      (database, index) => ({ role: `role${index}`, actions: [{ action: 'read', policy: { database } }] }),
    );
    const Room = { ...entities.Room, mappings: { label: 'title' }, permissions };
    await write('dab-config.json', { ...content, entities: { ...entities, Room } });
    const report = await importFile('dab-config.json');
    expect(report).toMatch(/role0\.read\.policy: .* Policies name fields: write "title" for the column "label"\.$/m);
    expect(report).not.toContain('role1');
    expect(report).toMatch(/role2\.read\.policy: .* Unknown field "nothing" on entity "Room"/);
    expect(report).not.toMatch(/role2.*Policies name fields/);
  });

  it('adds the API of Data API builder, or keeps that of Joinery', async () => {
    const url = await createTables('import_api', tablesOn(server));
    const { runtime: _, ...content } = configurationFor(server, url);
    await write('dab-config.json', content);
    expect(await importFile('dab-config.json')).toContain('runtime.compatibility: Added');
    expect((await readJson('joinery.json')).runtime).toEqual({ compatibility: 'dab' });
    const report = await importFile('dab-config.json', '--api', 'joinery', '--out', 'own.yaml');
    expect(report).toContain("runtime.compatibility: Clients see Joinery's own API");
    expect(parseYaml(await read('own.yaml')).runtime).toBeUndefined();
    const [first, second] = [await serveFile('dab-config.json'), await serveFile('own.yaml')];
    expect(second.application.sdl).toBe(first.application.sdl);
    expect(await bodyOf(second, '/api/openapi.json')).toBe(await bodyOf(first, '/api/openapi.json'));
  });

  it('keeps comments and references, and reports what it removes, in JSON and YAML', async () => {
    const url = await createTables('import_comments', tablesOn(server));
    const { 'data-source': source, entities } = configurationFor(server, url) as {
      'data-source': object;
      entities: { Maker: object };
    };
    const text = `// The workshop.
{
  "data-source": ${JSON.stringify(source).replace(/Pwd=[^;"]*/, "Pwd=@env('PW')")},
  "runtime": {
    "host": { "mode": "@env('MODE')" }, // by stage
    /* Five seconds:
     * as before. */
    "cache": { "enabled": true, "ttl-seconds": 5 }
  },
  "entities": {
    // Who makes lamps.
    "Maker": ${JSON.stringify({ ...entities.Maker, mappings: { name: 'title' }, colour: 'red' })}
    // The last one.
  }
}`;
    await write('dab-config.json', text);
    await write('.env', `PW='${new URL(url).password}'\nMODE=development\n`);
    const report = await importFile('dab-config.json');
    expect(report).toContain('runtime.cache: Removed. Joinery has no result cache.');
    expect(report).toContain('entities.Maker.colour: Removed. Neither product knows the key.');
    expect(report).toContain('entities.Maker.mappings: Now "alias" of "fields".');
    const json = await read('joinery.json');
    const comments = ['The workshop.', 'by stage', 'Five seconds:', 'as before.', 'Who makes lamps.', 'The last one.'];
    for (const comment of comments) expect(json).toContain(`// ${comment}\n`);
    expect(json).toContain(`"mode": "@env('MODE')"`);
    expect(json).toContain(`Pwd=@env('PW')`);
    expect(await read('.env')).not.toContain('DATABASE');
    await importFile('dab-config.json', '--out', 'copy.yaml');
    const yaml = await read('copy.yaml');
    for (const comment of comments) expect(yaml).toContain(`# ${comment}\n`);
    expect(parseYaml(yaml)).toEqual(await readJson('joinery.json'));
    expect((await serveFile('joinery.json')).application.config.runtime.mode).toBe('development');
  });

  it('follows data-source-files, and reports missing ones and those of another database', async () => {
    const url = await createTables('import_files', tablesOn(server));
    const { entities, ...first } = configurationFor(server, url) as { entities: Record<string, object> };
    const { Maker, Reading, ...others } = entities;
    const names = ['makers.json', 'away.json', 'missing.json'];
    await write('dab-config.json', { ...first, 'data-source-files': names, entities: others });
    await write('makers.json', {
      'data-source': (first as Record<string, unknown>)['data-source'],
      entities: { Maker },
    });
    await write('away.json', {
      'data-source': { 'database-type': 'mysql', 'connection-string': 'Server=elsewhere;Database=a;Uid=b' },
      entities: { Reading },
    });
    const report = await importFile('dab-config.json');
    expect(report).toContain('data-source-files: The entities of these files are in this file.');
    expect(report).toMatch(
      /data-source-files\[1\]: away\.json uses another database.* Its entities are omitted: Reading\./,
    );
    expect(report).toMatch(/data-source-files\[2\]: File not found: .*missing\.json\. Its entities are not imported\./);
    const written = await readJson('joinery.json');
    expect(written['data-source-files']).toBeUndefined();
    expect(Object.keys(written.entities)).toEqual(['Room', 'Lamp', 'BrightLamp', 'Maker']);
    await serveFile('joinery.json');
  });

  it('keeps the syntax that needs the database if it is offline or unreachable', async () => {
    const [url] = [await createTables('import_offline', tablesOn(server))];
    const content = configurationFor(server, url) as { 'data-source': Record<string, string>; entities: object };
    await write('dab-config.json', content);
    const report = await importFile('dab-config.json', '--offline');
    expect(report).not.toContain('unreachable');
    const { entities } = await readJson('joinery.json');
    expect(entities.Lamp.relationships).toEqual({
      room: { cardinality: 'one', 'target.entity': 'Room', 'source.fields': ['room_id'], 'target.fields': ['id'] },
      makers: {
        hasMany: 'Maker',
        through: { object: 'lamp_makers', sourceOn: { id: 'lamp_id' }, targetOn: { maker_id: 'id' } },
      },
    });
    const away = content['data-source']['connection-string']?.replace(/Port=\d+/, 'Port=1') ?? '';
    await write('dab-config.json', {
      ...content,
      'data-source': { ...content['data-source'], 'connection-string': away },
    });
    expect(await importFile('dab-config.json', '--force')).toContain('data-source: The database is unreachable');
    expect((await readJson('joinery.json')).entities).toEqual(entities);
  });

  it('never replaces a file without --force, and never loses a file that Joinery would ignore', async () => {
    const url = await createTables('import_force', tablesOn(server));
    await write('dab-config.json', configurationFor(server, url));
    await write('joinery.json', '{}');
    const refused = await runCommandLine(['import', 'dab-config.json']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('joinery.json exists.') });
    expect(await read('joinery.json')).toBe('{}');
    expect(await runCommandLine(['import', 'dab-config.json', '--format', 'yaml'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only one configuration file of a folder is used'),
    });
    await importFile('dab-config.json', '--force');
    expect(await runCommandLine(['validate'])).toMatchObject({ code: 0 });
  });

  it.each([
    ['dab.yaml', 'entities: {}', 'is YAML'],
    ['broken.json', '{ "entities": ', 'is not valid JSON'],
    ['absent.json', undefined, 'File not found'],
  ])('rejects %s', async (name, content, message) => {
    if (content !== undefined) await write(name, content);
    const { code, stderr } = await runCommandLine(['import', name]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
    expect(stderr).not.toContain('internal error');
  });
});
