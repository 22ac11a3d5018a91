import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { enterTemporaryFolder, runCommandLine } from '../../support/run-command-line.ts';

beforeEach(async () => (await enterTemporaryFolder()).leave);

const SOURCE = `"data-source": {
    "database-type": "mssql",
    // The production server.
    "connection-string": "Server=db;Database=shop;User Id=sa;Password=hunter2"
  }`;

/** Imports a file without a database. @returns the report and the new file */
async function importText(text: string, format = 'json'): Promise<{ report: string; content: string }> {
  await writeFile('dab-config.json', text);
  const { code, stdout, stderr } = await runCommandLine([
    'import',
    'dab-config.json',
    '--offline',
    '--force',
    '--format',
    format,
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return { report: stdout, content: await readFile(`joinery.${format}`, 'utf8') };
}

describe('comments of an imported file', () => {
  it.each([
    ['// "connection-string": "Server=old;Pwd=leaked-1;Database=shop"', 'leaked-1'],
    ['// "connection-string": "Pwd=leaked-2;Server=old"', 'leaked-2'],
    ['// postgres://me:leaked-3@localhost/shop', 'leaked-3'],
    ['/* "jwt": {\n "secret": "leaked-4"\n } */', 'leaked-4'],
    ['// "secret":\n// "leaked-5"', 'leaked-5'],
    ['// API_KEY=leaked-6', 'leaked-6'],
    ['// the password is hunter2', 'hunter2'],
    ["// 'passphrase' : 'leaked-7'", 'leaked-7'],
  ])('are not copied if they may contain a secret: %j', async (comment, secret) => {
    const { report, content } = await importText(`{
  ${SOURCE},
  "runtime": {
    ${comment}
    "host": { "mode": "development" } // by stage
  },
  "entities": { "Maker": { "source": "makers", "permissions": [] } }
}`);
    expect(content).not.toContain(secret);
    expect(report).not.toContain(secret);
    expect(report).toContain('runtime.host: Comments here are not copied, because they may contain a secret.');
    expect(content).toContain('// The production server.\n');
  });

  it.each([
    "Pwd=@env('PW')",
    '"secret": "@env(\'SECRET\')"',
    'See http://localhost:5000/api.',
    'The key-fields: id',
    'Rotate the password each year.',
  ])('are copied without a secret: %j', async (comment) => {
    const { report, content } = await importText(`{
  ${SOURCE},
  "entities": {
    // ${comment}
    "Maker": { "source": "makers", "permissions": [] }
  }
}`);
    expect(content).toContain(`// ${comment}\n`);
    expect(report).not.toContain('not copied');
  });

  const columns = `{
  ${SOURCE},
  "entities": {
    "Maker": {
      "source": {
        "object": "makers",
        "type": "view",
        "key-fields": ["id", "code" /* second key */]
      },
      "fields": [
        // shown as title
        { "name": "name", "alias": "title" },
        // the first key
        { "name": "id" }
      ],
      "mappings": {
        "colour": "color" // American
      },
      "permissions": [
        { "role": "anonymous", "actions": ["read"] },
        // editors
        { "role": "editor", "actions": ["*"] }
      ]
    },
    "Find": {
      "source": {
        "object": "find",
        "type": "stored-procedure",
        "parameters": {
          "text": "a",
          "7": 1, // lucky
          // at most
          "limit": 10
        }
      },
      "permissions": []
    }
  }
}`;

  it('stay with columns and parameters, which become lists in another order', async () => {
    const { content } = await importText(columns);
    const lineBelow = (comment: string): string => content.split(`// ${comment}\n`)[1]?.split('\n')[0]?.trim() ?? '';
    expect({
      name: lineBelow('shown as title'),
      id: lineBelow('the first key'),
      code: lineBelow('second key'),
      colour: lineBelow('American'),
      editor: lineBelow('editors'),
      lucky: lineBelow('lucky'),
      limit: lineBelow('at most'),
    }).toEqual({
      name: '{ "name": "name", "alias": "title" },',
      id: '{ "name": "id", "primary-key": true },',
      code: '{ "name": "code", "primary-key": true },',
      colour: '{ "name": "colour", "alias": "color" }',
      editor: '{ "role": "editor", "actions": ["*"] }',
      lucky: '{ "name": "7", "default": 1 },',
      limit: '{ "name": "limit", "default": 10 }',
    });
  });

  it('stay with columns and parameters in YAML', async () => {
    const { content } = await importText(columns, 'yaml');
    expect(content).toMatch(/# shown as title\n\s+- name: name\n/);
    expect(content).toMatch(/# second key\n\s+- name: code\n/);
    expect(content).toMatch(/# at most\n\s+- name: limit\n/);
  });
});
