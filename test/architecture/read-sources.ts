import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, '../..');

export interface SourceFile {
  /** Path from the root of the checkout, with slashes: `src/base/json.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** Path from the root for a file of the project, otherwise the specifier: `pg`, `node:fs`. */
  readonly target: string;
  readonly isFile: boolean;
  /** Names as exported by the target; `*` for a namespace import. */
  readonly names: readonly string[];
  /** True for `import type`, which has no effect at run time. */
  readonly isType: boolean;
  /** True for `import()`, which loads the target on first use. */
  readonly isDynamic: boolean;
}

/** Reads all TypeScript files, including those with JSX, below a folder of the checkout, sorted by path. */
export function readSources(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: readImports(path, text) };
    });
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm;
const EXPRESSION = /\bimport\(\s*'([^']+)'/g;

function readImports(path: string, text: string): readonly Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, clause = '', target = '']) => ({
    target,
    names: readNames(clause),
    isType: type !== undefined,
    isDynamic: false,
  }));
  const expressions = [...text.matchAll(EXPRESSION)].map(([, target = '']) => ({
    target,
    names: ['*'],
    isType: false,
    isDynamic: true,
  }));
  return [...statements, ...expressions].map(({ target, ...rest }) => {
    const isFile = target.startsWith('.');
    return { target: isFile ? posix.join(dirname(path), target) : target, isFile, ...rest };
  });
}

/** Returns the imported names of a clause: `a, { b, type c as d }` → `default`, `b`, `c`. */
function readNames(clause: string): readonly string[] {
  if (clause.includes('*')) return ['*'];
  const [, first = '', braces = ''] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? [];
  const named = braces.split(',').map((part) =>
    part
      .trim()
      .replace(/^type\s+/, '')
      .replace(/\s+as\s.*$/, ''),
  );
  return [...(/\w/.test(first) ? ['default'] : []), ...named.filter((name) => name !== '')];
}

export interface Export {
  readonly name: string;
  /** True for interfaces and type aliases. */
  readonly isType: boolean;
}

/** Returns the names that a file declares and exports. */
export const readExports = ({ text }: SourceFile): readonly Export[] =>
  [...text.matchAll(/^export (?:abstract |async )?(const|let|function\*?|class|interface|type|default) ?(\w*)/gm)].map(
    ([, kind = '', name = '']) => ({
      name: kind === 'default' ? kind : name,
      isType: kind === 'interface' || kind === 'type',
    }),
  );
