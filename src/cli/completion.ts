import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Argument, Complete, Option, RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { expandDefinitions } from '../app/expand-auto-entities.ts';
import { findUnexposed } from '../app/own-catalog.ts';
import { readDatabase } from '../app/read-database.ts';
import type { Config, DataSource } from '../config/config.ts';
import { readFiles } from '../config/document/read-files.ts';
import { isRecord, valueAt } from '../config/document/tree.ts';
import { findConfigFile } from '../config/find-config-file.ts';
import { inspectConfig } from '../config/read-config.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { connectToRunning } from '../embedded/start-embedded.ts';
import { nameObjects } from '../scaffold/entity-names.ts';
import { qualifiedName } from '../scaffold/propose-entities.ts';

const EXAMPLES = `
Examples:
  joinery completion bash >> ~/.bashrc                                  bash, with the package bash-completion
  joinery completion zsh > "\${fpath[1]}/_joinery"                       zsh
  joinery completion fish > ~/.config/fish/completions/joinery.fish     fish
`;

/** Extensions of configuration files, and of GraphQL documents. */
const CONFIG_EXTENSION = /\.(json|ya?ml)$/i;
const DOCUMENT_EXTENSION = /\.(graphql|gql)$/i;

/**
 * Adds `completion`, which prints a script for a shell, and the hidden command `complete`, which the script calls with
 * the words of the command line. Call it after all other commands are added.
 */
export function addCompletion(program: Command): void {
  const root = tab(program, { completionCommandName: 'completion' });
  const find = (name: string): Command | undefined => program.commands.find((command) => command.name() === name);
  find('completion')
    ?.summary('print a script that completes commands, options, and names in your shell')
    .description('print a script that completes commands, options, and names in your shell')
    .addHelpText('after', EXAMPLES)
    .action((shell: string) => printScript(root, program.name(), shell));
  find('complete')?.action(async (words: string[]) => {
    await addValues(root, words);
    root.parse(words);
    await new Promise((resolve) => process.stdout.write('', resolve));
    // Exit now: an open database connection would keep the process alive and block the shell.
    process.exit();
  });
}

/** Prints the script of the library. Intercepts `console.log`, to which the library writes it. */
function printScript(root: RootCommand, name: string, shell: string): void {
  const { log } = console;
  console.log = (script: string) => log(shell === 'bash' ? prefixVariables(script) : script);
  try {
    root.setup(name, name, shell);
  } finally {
    console.log = log;
  }
}

/**
 * Prefixes the variables and makes them writable. Otherwise a second load, or another tool's script, fails on
 * `readonly`.
 */
const prefixVariables = (script: string): string =>
  script.replaceAll(/^readonly (?=ShellCompDirective)/gm, '').replaceAll('ShellCompDirective', '__joinery_directive_');

/** Adds the values of options and arguments that the library cannot know. */
async function addValues(root: RootCommand, words: readonly string[]): Promise<void> {
  const current = words.at(-1) ?? '';
  const config = optionIn(words);
  const roles = findRoles(config);
  for (const { options } of root.commands.values()) {
    setValues(options.get('config'), () => listFiles(current, CONFIG_EXTENSION));
    setValues(options.get('role'), () => roles);
  }
  const argumentOf = (command: string, name: string) => root.commands.get(command)?.arguments.get(name);
  setValues(argumentOf('import', 'file'), () => listFiles(current, /\.json$/i));
  setValues(argumentOf('explain', 'document'), () => listFiles(current, DOCUMENT_EXTENSION));
  if (words[0] !== 'add') return;
  const names = await findNames(config);
  setValues(argumentOf('add', 'name'), () => names);
}

function setValues(completable: Option | Argument | undefined, list: () => readonly string[]): void {
  if (completable === undefined) return;
  completable.handler = (complete: Complete) => {
    for (const value of list()) complete(value, '');
  };
}

/** Returns the value of `--config`, if it is complete. */
function optionIn(words: readonly string[]): string | undefined {
  const complete = words.slice(0, -1);
  const index = complete.findLastIndex((word) => word === '--config' || word === '-c');
  return index < 0 ? undefined : complete[index + 1];
}

/** Lists files and folders whose path begins with `current`. */
function listFiles(current: string, extension: RegExp): readonly string[] {
  const folder = current.endsWith('/') ? current : dirname(current);
  const prefix = current.includes('/') ? folder : '';
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      const path = join(prefix, entry.name);
      if (entry.isDirectory()) return [`${path}/`];
      return extension.test(entry.name) ? [path] : [];
    });
  } catch {
    return [];
  }
}

/** Reads the roles of the configuration, which may have mistakes. */
function findRoles(config: string | undefined): readonly string[] {
  const roles = new Set(['anonymous', 'authenticated']);
  try {
    for (const { document } of readFiles(findConfigFile(config, process.cwd(), process.env).file).parts) {
      for (const key of ['entities', 'autoentities']) {
        const entities = valueAt(document.value, [key]);
        const permissions = Object.values(isRecord(entities) ? entities : {}).flatMap((entity) =>
          [valueAt(entity, ['permissions']) ?? []].flat(),
        );
        for (const permission of permissions) {
          const role = valueAt(permission, ['role']);
          if (typeof role === 'string') roles.add(role);
        }
      }
    }
  } catch {}
  return [...roles];
}

/** Milliseconds for which a shell waits for names of the database. */
const NAMES_TIMEOUT_MS = 3_000;

/**
 * Returns the names that `add` accepts. Empty without a usable configuration, or if the database does not respond in
 * time.
 */
async function findNames(config: string | undefined): Promise<readonly string[]> {
  try {
    const env = readEnvironment(process.cwd(), process.env);
    const { file, variant } = findConfigFile(config, process.cwd(), env);
    const { config: built } = inspectConfig(file, env, { exposeDevelopment: true }, variant);
    if (built === undefined) return [];
    const timeout = new Promise<readonly string[]>((resolve) => {
      setTimeout(() => resolve([]), NAMES_TIMEOUT_MS).unref();
    });
    return await Promise.race([listAddable(built), timeout]);
  } catch {
    return [];
  }
}

/** Returns the names of unexposed objects of the database, as `add` accepts them. */
async function listAddable(config: Config): Promise<readonly string[]> {
  const dataSource = await findRunning(config.dataSource);
  if (dataSource === undefined) return [];
  const { catalog } = await readDatabase(dataSource);
  const { config: expanded } = expandDefinitions(config, catalog);
  const objects = findUnexposed(expanded, catalog);
  const taken = expanded.entities.map(({ name }) => name);
  const names = nameObjects(objects, taken);
  return [...names.values(), ...objects.map((object) => qualifiedName(object, catalog))];
}

/** Returns undefined for an embedded server that does not run: a completion starts none. */
async function findRunning({ embedded, ...source }: DataSource): Promise<DataSource | undefined> {
  if (embedded === undefined) return source;
  const running = await connectToRunning(embedded.directory);
  return running && { ...source, connectionString: running.connectionString };
}
