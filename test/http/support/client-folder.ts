import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The npm workspace with the tools of clients, some of which need an older TypeScript than the tests. */
const clientWorkspace = join(ROOT, 'test/http/typed-clients');

/** Settings of a frontend, as Vite creates it, and of a program that Node runs without a build. */
const tsconfig = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    jsx: 'react-jsx',
    types: ['node'],
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

/** Origin of the service in the documented examples. */
const ORIGIN = 'http://127.0.0.1:4000';

export interface ClientFolder {
  readonly path: string;
  /** Runs a command of the workspace, or `node`. @returns its output @throws Error with the output if it fails */
  run(command: string, ...args: readonly string[]): Promise<string>;
}

/**
 * Creates the folder of a user's program, in which packages resolve as in the workspace.
 * @param files contents by path; the documented origin becomes `origin`
 */
export async function makeClientFolder(files: Readonly<Record<string, string>>, origin: string): Promise<ClientFolder> {
  const outer = await makeTemporaryFolder();
  const path = join(outer, 'client');
  await mkdir(path);
  await symlink(join(ROOT, 'node_modules'), join(outer, 'node_modules'));
  await symlink(join(clientWorkspace, 'node_modules'), join(path, 'node_modules'));
  const settings = { 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(tsconfig) };
  for (const [name, text] of Object.entries({ ...settings, ...files })) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text.replaceAll(ORIGIN, origin));
  }
  const bins = [join(clientWorkspace, 'node_modules/.bin'), join(ROOT, 'node_modules/.bin'), process.env.PATH];
  const env = { ...process.env, PATH: bins.join(delimiter), NO_COLOR: '1', NODE_ENV: undefined };
  return {
    path,
    run: async (command, ...args) => {
      const done = promisify(execFile)(command, args, { cwd: path, env });
      const { stdout } = await done.catch(({ message, stdout: out }) => {
        throw new Error(`${message}\n${out}`);
      });
      return stdout;
    },
  };
}

/** Returns the files of a folder of the workspace, as files of `src/`. */
export function readClientFiles(folder: string): Readonly<Record<string, string>> {
  const path = join(clientWorkspace, folder);
  return Object.fromEntries(readdirSync(path).map((name) => [`src/${name}`, readFileSync(join(path, name), 'utf8')]));
}

export interface PageFiles {
  readonly files: Readonly<Record<string, string>>;
  /** Documented output of programs. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Returns the files that the code blocks of a page contain, by path. */
export function readPageFiles(page: string): PageFiles {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const files: Record<string, string> = {};
  const outputs: Record<string, string> = {};
  let last = '';
  for (const [, language, content = ''] of text.matchAll(/^```(ts|tsx|jsonc|text)\n(.*?)^```$/gms)) {
    const [, path, rest = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(content) ?? [];
    if (language === 'text') outputs[last] = content;
    else if (path !== undefined) {
      files[path] = rest;
      last = path;
    }
  }
  return { files, outputs };
}
