import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblems } from '../../../src/config/format-problems.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import { dataSource, permissions, problemsOfFile, withFiles } from './with-file.ts';

const entity = { source: 'a', permissions };
const root = (more: object): Record<string, unknown> => ({ 'data-source-files': ['more/b.json'], ...more });
const same = { 'database-type': 'postgresql', 'connection-string': 'Host=localhost;Database=shop;User=u;Password=p' };

function problemLines(files: Record<string, unknown>, env: Record<string, string> = {}): string[] {
  return withFiles(files, (folder) =>
    problemsOfFile(join(folder, 'a.json'), { env }).map(({ path, message }) => `${path.join(' ')}: ${message}`),
  );
}

describe('data-source-files', () => {
  it('add entities of the same database, recursively', () => {
    const files = {
      'a.json': root({ 'data-source': dataSource, entities: { A: entity } }),
      'more/b.json': { 'data-source': same, 'data-source-files': ['c.yaml', '../a.json'], entities: { B: entity } },
      'more/c.yaml': 'entities: { C: { source: c, permissions: [] } }',
    };
    const { config } = withFiles(files, (folder) => readConfig(join(folder, 'a.json'), {}));
    expect(config.entities.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  it('may contain all entities and the data source', () => {
    const files = {
      'a.json': root({ runtime: { rest: false } }),
      'more/b.json': { 'data-source': dataSource, entities: { B: entity } },
    };
    const { config } = withFiles(files, (folder) => readConfig(join(folder, 'a.json'), {}));
    expect(config.dataSource.connectionString).toBe(dataSource['connection-string']);
    expect(config.runtime.rest.enabled).toBe(false);
  });

  it('are rejected if they use another database', () => {
    const other = { ...dataSource, 'connection-string': "@env('OTHER')" };
    const files = {
      'a.json': root({ 'data-source': dataSource, entities: { A: entity } }),
      'more/b.json': { 'data-source': other, entities: { B: entity } },
    };
    expect(problemLines(files, { OTHER: 'postgres://u:p@localhost/stock' })).toEqual([
      'data-source-files 0: b.json uses another database than a.json. Run a separate instance for it.',
    ]);
    expect(problemLines(files, { OTHER: dataSource['connection-string'] })).toEqual([]);
  });

  it.each([
    [{}, 'data-source-files 0: File not found: '],
    [{ 'more/b.json': '{' }, 'data-source-files 0: b.json: Line 1, column 2 is not valid JSON'],
    [{ 'more/b.json': { entities: { A: entity } } }, 'entities A: Duplicate entity "A" in a.json and b.json.'],
    [{ 'more/b.json': { entities: [] } }, 'entities: The value has the wrong type.'],
    [{ 'more/b.json': { entity: {} } }, 'entity: Unknown key "entity".'],
    [{ 'more/b.json': { runtime: {} } }, 'data-source-files 0: "runtime" in b.json is ignored.'],
  ])('cause an error or a warning: %j', (more, line) => {
    const files = { 'a.json': root({ 'data-source': dataSource, entities: { A: entity } }), ...more };
    expect(problemLines(files)).toEqual([expect.stringContaining(line)]);
  });

  it('are named with the lines of their problems', () => {
    const files = {
      'a.json': root({ 'data-source': dataSource, entities: { A: { sorce: 'a' } } }),
      'more/b.json': '{\n  "entities": {\n    "B": { "source": "b", "permissions": [],\n      "rest": 5 }\n  }\n}',
    };
    const said = withFiles(files, (folder) => {
      const file = join(folder, 'a.json');
      return formatProblems(problemsOfFile(file), file);
    });
    expect(said).toMatch(/line 11, entities\.A\.sorce/);
    expect(said).toMatch(/more\/b\.json, line 4, entities\.B\.rest/);
    expect(said.indexOf('entities.A')).toBeLessThan(said.indexOf('entities.B'));
  });
});
