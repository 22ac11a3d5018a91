import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Argument, Complete, Option, RootCommand } from '@bomb.sh/tab';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { readFiles } from '../config/document/read-files.ts';
import { isRecord, valueAt } from '../config/document/tree.ts';
import { findConfigFile } from '../config/find-config-file.ts';

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

/** Prints the script of the library. Intercepts `console.log`, because the library prints the script with it. */
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
  const { findNames } = await import('./update.ts');
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

/** Reads the roles of the configuration, even if it has mistakes. */
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
