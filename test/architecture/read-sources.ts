import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';

/** The root of the checkout. */
const ROOT = join(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the root of the checkout, with `/`: `src/base/json.ts`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** A path from the root for a file of the project, else as written: `pg`, `node:fs`. */
  readonly target: string;
  readonly isFile: boolean;
  /** Names as the other file exports them; `*` for all of them. */
  readonly names: readonly string[];
}

/** Every TypeScript file below a folder of the checkout, in order. */
export function readSources(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: readImports(path, text) };
    });
}

const STATEMENT = /^(?:import|export)\s+(?:type\s+)?(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm;
const EXPRESSION = /\bimport\(\s*'([^']+)'/g;

function readImports(path: string, text: string): readonly Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, clause = '', target = '']) => ({
    target,
    names: readNames(clause),
  }));
  const expressions = [...text.matchAll(EXPRESSION)].map(([, target = '']) => ({ target, names: ['*'] }));
  return [...statements, ...expressions].map(({ target, names }) => {
    const isFile = target.startsWith('.');
    return { target: isFile ? posix.join(dirname(path), target) : target, isFile, names };
  });
}

/** `a, { b, type c as d }` → `default`, `b`, `c`. */
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
  /** Types have no existence at run time. */
  readonly isType: boolean;
}

/** What a file exports by declaring it. */
export const readExports = ({ text }: SourceFile): readonly Export[] =>
  [...text.matchAll(/^export (?:abstract |async )?(const|let|function\*?|class|interface|type|default) ?(\w*)/gm)].map(
    ([, kind = '', name = '']) => ({
      name: kind === 'default' ? kind : name,
      isType: kind === 'interface' || kind === 'type',
    }),
  );
