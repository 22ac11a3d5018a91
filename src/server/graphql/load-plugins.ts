import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire, findPackageJSON, registerHooks } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from '@envelop/core';
import { version } from 'graphql';
import type { Identity } from '../../base/identity.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import { ConfigurationError, type Problem } from '../../base/problem.ts';
import { nameOf } from '../../config/format-problems.ts';
import type { GraphqlRequest } from './read-request.ts';

/** Context of a request, for the hooks of plugins. */
export interface PluginContext {
  readonly role: Identity['role'];
  readonly claims: Identity['claims'];
  readonly params: GraphqlRequest;
  /** Absent for operations of `Joinery.execute`. */
  readonly request?: {
    readonly method: string;
    readonly url: string;
    readonly headers: NonNullable<ReceivedRequest['headers']>;
    readonly id?: string;
    readonly address?: string;
  };
}

const HOOKS: readonly string[] = [
  'onPluginInit',
  'onSchemaChange',
  'onEnveloped',
  'onParse',
  'onValidate',
  'onContextBuilding',
  'onExecute',
  'onSubscribe',
  'instrumentation',
];

/**
 * Loads the plugins that modules export.
 * @param files absolute paths of the modules
 * @throws ConfigurationError with all problems
 */
export async function loadPlugins(files: readonly string[]): Promise<readonly Plugin[]> {
  const plugins: Plugin[] = [];
  const problems: Problem[] = [];
  for (const [index, file] of files.entries()) {
    try {
      plugins.push(...(await loadModule(file)));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ path: ['runtime', 'graphql', 'plugins', index], message, severity: 'error' });
    }
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return plugins;
}

interface PluginModule {
  readonly default?: unknown;
  readonly plugins?: unknown;
}

async function loadModule(file: string): Promise<readonly Plugin[]> {
  // Node caches modules by URL. The version in the URL makes Node load a changed file again.
  const url = `${pathToFileURL(file)}?version=${statSync(file).mtimeMs}`;
  const module = await importRecorded(url).catch(async (error: unknown) => {
    throw new Error(`${basename(file)} cannot be loaded: ${await describeFailure(error, url)}`);
  });
  const exported = [module.plugins ?? module.default].flat();
  if (!exported.every(isPlugin)) {
    throw new Error(
      `${basename(file)} does not export Envelop plugins. Export one as default, or a list of them as "plugins".`,
    );
  }
  requireOneGraphql(url);
  return exported;
}

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && HOOKS.some((hook) => hook in value);

/** URLs that each module imports. Never cleared, because Node resolves the imports of a module only once. */
const imports = new Map<string, Set<string>>();

async function importRecorded(url: string): Promise<PluginModule> {
  const hooks = registerHooks({
    resolve: (specifier, context, resolve) => {
      const resolved = resolve(specifier, context);
      const { parentURL } = context;
      if (parentURL !== undefined) imports.set(parentURL, (imports.get(parentURL) ?? new Set()).add(resolved.url));
      return resolved;
    },
  });
  try {
    return await import(/* @vite-ignore */ url);
  } finally {
    hooks.deregister();
  }
}

/** Yields the imports of a module, and those of all modules that it imports. */
function* importsFrom(url: string): Generator<{ readonly importer: string; readonly url: string }> {
  const importers = new Set([url]);
  for (const importer of importers) {
    for (const imported of imports.get(importer) ?? []) {
      yield { importer, url: imported };
      importers.add(imported);
    }
  }
}

const GRAPHQL_FOLDER = '/node_modules/graphql/';

/** Returns the folder of the copy of `graphql` that contains a module, if any. */
const graphqlFolderOf = (url: string): string | undefined => {
  const start = url.lastIndexOf(GRAPHQL_FOLDER);
  return start < 0 ? undefined : url.slice(0, start + GRAPHQL_FOLDER.length);
};

const OWN_GRAPHQL = graphqlFolderOf(String(pathToFileURL(createRequire(import.meta.url).resolve('graphql'))));

/**
 * Two copies of graphql-js do not recognize each other's types, so the rules of a plugin could accept every document.
 * The `.mjs` files of the service's copy count as another copy.
 * @throws Error if a module of the plugin imports another copy
 */
function requireOneGraphql(plugin: string): void {
  for (const { importer, url } of importsFrom(plugin)) {
    const folder = graphqlFolderOf(url);
    if (folder === undefined || (folder === OWN_GRAPHQL && !url.endsWith('.mjs'))) continue;
    // Skips imports within graphql-js, whose modules import each other.
    if (graphqlFolderOf(importer) !== undefined) continue;
    throw new Error(
      `${basename(pathOf(plugin))} uses a second copy of "graphql": ${nameOf(pathOf(importer))} imports ${nameOf(pathOf(url))}. Its rules could be skipped, because the copies do not know each other's types. Install "joinery" and the plugin in one project, with one version of "graphql": run "npm dedupe", or add "overrides": { "graphql": "${version}" } to package.json.`,
    );
  }
}

/** Returns the path of a module, without the version. */
const pathOf = (url: string): string => fileURLToPath(url.replace(/\?version=[\d.]+$/, ''));

/** Matches Node's errors for the syntax of ES modules in a CommonJS module. */
const ES_SYNTAX = /outside a module|Unexpected token 'export'|top level bodies of modules/;

/** Returns a message with file and line, if they are known. */
async function describeFailure(error: unknown, url: string): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  const [message = ''] = error.message.split('\n');
  const isSyntaxError = error instanceof SyntaxError;
  // The stack of a syntax error in a JavaScript module does not contain the location.
  const place = findPlace(error.stack) ?? (isSyntaxError ? await findSyntaxError(url) : undefined);
  if (place === undefined) return message;
  const located = `${message} (${nameOf(place.file)}:${place.line}).`;
  return isSyntaxError && ES_SYNTAX.test(message) ? `${located} ${adviseOnModuleType(place.file)}` : located;
}

function adviseOnModuleType(file: string): string {
  const renamed = basename(file).replace(/\.c?([jt])s$/, '.m$1s');
  const packageFile = /\.c[jt]s$/.test(file) ? undefined : findPackageJSON(pathToFileURL(file));
  return packageFile === undefined
    ? `Files with this extension are CommonJS modules. Rename the file to ${renamed}.`
    : `Its package is of type CommonJS. Set "type": "module" in ${nameOf(packageFile)}, or rename the file to ${renamed}.`;
}

interface Place {
  readonly file: string;
  /** Line, and column if it is known: `4:9`. */
  readonly line: string;
}

const LOCATION =
  /^(?:\s+at (?:async )?(?:.*\()?)?((?:file:\/\/|\/|[A-Za-z]:\\).*?)(?:\?version=[\d.]+)?:(\d+(?::\d+)?)\)?$/;

const OWN_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the first location outside packages, or else the first location. */
function findPlace(stack = ''): Place | undefined {
  const places = stack.split('\n').flatMap((text): Place[] => {
    const [, location = '', line = ''] = LOCATION.exec(text) ?? [];
    if (location === '') return [];
    const file = location.startsWith('file:') ? fileURLToPath(location) : location;
    return file.startsWith(OWN_FOLDER) ? [] : [{ file, line }];
  });
  return places.find(({ file }) => !file.includes('node_modules')) ?? places[0];
}

/** Finds a syntax error in a plugin, or in a JavaScript file that it imports. */
async function findSyntaxError(plugin: string): Promise<Place | undefined> {
  const urls = new Set([plugin, ...importsFrom(plugin).map(({ url }) => url)]);
  for (const url of urls) {
    const isChecked = url.startsWith('file:') && /\.[cm]?js$/.test(pathOf(url)) && !url.includes('node_modules');
    if (!isChecked) continue;
    const place = await promisify(execFile)(process.execPath, ['--check', pathOf(url)]).then(
      () => undefined,
      ({ stderr }: { readonly stderr?: string }) => findPlace(stderr),
    );
    if (place !== undefined) return place;
  }
  return undefined;
}
