import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import { cancel, confirm, isCancel, log, multiselect, text } from '@clack/prompts';
import { type DatabaseContents, readDatabase } from '../app/read-database.ts';
import { type Scaffold, scaffoldEntities } from '../app/scaffold-config.ts';
import { countNoun } from '../base/count-noun.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { ApiError } from '../base/errors.ts';
import { buildConfig, buildDataSource } from '../config/build/build-config.ts';
import { CONNECTION_VARIABLES, chooseVariable } from '../config/choose-variable.ts';
import type { DatabaseType } from '../config/config.ts';
import { readConnection } from '../config/connection/read-connection.ts';
import { SCHEMES, typeOfScheme } from '../config/connection/read-url.ts';
import { CONFIG_FILES } from '../config/find-config-file.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { type ConfigFile, INSTALLED_SCHEMA } from '../config/schema/config-schema.ts';
import type { Catalog } from '../model/catalog.ts';
import { type Comments, type ConfigFormat, formatConfig } from '../scaffold/format-config.ts';
import { defaultGuess, type RelationshipGuess } from '../scaffold/guess-foreign-keys.ts';
import { commentsOf, type ProposedEntity, type RoleGrant } from '../scaffold/propose-entities.ts';
import { selectObjects } from '../scaffold/select-objects.ts';
import type { CommandContext } from './command-context.ts';
import { describeCause } from './describe-error.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';
import { writeVariable } from './write-variable.ts';

export interface InitOptions {
  /** URL of the database, or keywords as in ADO.NET. */
  readonly url?: string;
  /** Required for keywords; a URL names the type. */
  readonly databaseType?: DatabaseType;
  readonly schema?: readonly string[];
  /** Patterns such as `sales.*`. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly role?: readonly RoleGrant[];
  /** By default, relationships are guessed from column names if the database has no foreign keys. */
  readonly guessRelationships?: boolean;
  readonly format?: ConfigFormat;
  readonly force?: boolean;
}

export const DEFAULT_ROLES: readonly RoleGrant[] = [{ role: 'authenticated', actions: '*' }];
const ANONYMOUS_READ: RoleGrant = { role: 'anonymous', actions: ['read'] };

/**
 * Writes a configuration for a database: each table, view, and routine becomes an entity. Asks for missing options if
 * standard input is a terminal.
 * @throws UnusableConfiguration; ApiError Unavailable
 */
export async function init(options: InitOptions, context: CommandContext): Promise<void> {
  const { format = 'json' } = options;
  const target = resolve(`joinery.${format}`);
  const previous = requireReplaceable(target, options);
  const { url, contents } = await connect(options, context);
  requireSchemas(contents.catalog, options.schema);
  const schemas = options.schema ?? (await promptSchemas(contents, options, context));
  const roles = options.role ?? (await promptRoles(options, context));
  const catalog = selectObjects(contents.catalog, { ...options, ...(schemas && { schemas }) });
  if (catalog.objects.length + catalog.routines.length === 0) throw noObjects(contents);
  const [, replaced] = /connection-string"?:\s*"?@env\('(\w+)'\)/.exec(previous ?? '') ?? [];
  // Reuses the variable of the replaced file, unless the environment sets it: `.env` does not override the environment.
  const variable =
    replaced !== undefined && process.env[replaced] === undefined
      ? replaced
      : chooseVariable(url, CONNECTION_VARIABLES, readEnvironment(process.cwd(), process.env));
  const base = baseConfig(contents.databaseType);
  const config = buildConfig(
    { ...base, 'data-source': { ...base['data-source'], 'connection-string': url } },
    process.cwd(),
    { exposeDevelopment: true },
  );
  const scaffold = await scaffoldEntities(config, catalog, { roles, guess: guessOf(options, contents.catalog) });
  const isNew = writeVariable(variable, url);
  writeFileSync(target, formatConfig(...fileOf(base, variable, scaffold.entities, format)));
  context.stdout.write(formatSummary({ file: basename(target), variable, isNew, scaffold }, context));
}

/** Returns which relationships to guess. The default depends on the foreign keys of the whole database. */
export const guessOf = (
  { guessRelationships }: Pick<InitOptions, 'guessRelationships'>,
  catalog: Catalog,
): RelationshipGuess => {
  if (guessRelationships === undefined) return defaultGuess(catalog);
  return guessRelationships ? 'all' : 'none';
};

const baseConfig = (databaseType: DatabaseType): ConfigFile => ({
  'data-source': { 'database-type': databaseType },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {},
});

/**
 * Returns the text of the file to replace, if there is one.
 * @param isSource returns true for the file that the new file is converted from
 * @throws UnusableConfiguration if the file exists, or if the folder already has another default configuration file
 */
export function requireReplaceable(
  target: string,
  { force = false }: Pick<InitOptions, 'force'>,
  isSource: (file: string) => boolean = () => false,
): string | undefined {
  const existing = CONFIG_FILES.map((name) => resolve(name)).filter((file) => existsSync(file));
  const isDefault = CONFIG_FILES.map((name) => resolve(name)).includes(target);
  const other = existing.find((file) => isDefault && file !== target && !isSource(file));
  if (other !== undefined) {
    throw new UnusableConfiguration(
      `${basename(other)} exists, and only one configuration file of a folder is used. Run "joinery update" to add new tables to it, or remove it first.`,
    );
  }
  if (!existsSync(target)) return undefined;
  if (force) return readFileSync(target, 'utf8');
  throw new UnusableConfiguration(
    `${basename(target)} exists. Use "joinery update" to add new tables, or --force to replace the file.`,
  );
}

/** Returns the arguments of `formatConfig`: the members of the file in order, its format, and its comments. */
function fileOf(
  { 'data-source': source, runtime }: ConfigFile,
  variable: string,
  entities: readonly ProposedEntity[],
  format: ConfigFormat,
): [object, ConfigFormat, Comments] {
  const file = {
    $schema: INSTALLED_SCHEMA,
    'data-source': { ...source, 'connection-string': `@env('${variable}')` },
    runtime,
    entities: Object.fromEntries(entities.map(({ name, config }) => [name, config])),
  };
  return [
    file,
    format,
    new Map([
      ['runtime.host.mode', 'Before you deploy, set "production", and a provider that checks tokens.'],
      ...commentsOf(entities),
    ]),
  ];
}

interface ConnectedDatabase {
  readonly url: string;
  readonly contents: DatabaseContents;
}

/** Reads the database. On a terminal, asks again for a URL that does not work. */
async function connect(options: InitOptions, context: CommandContext): Promise<ConnectedDatabase> {
  if (options.url !== undefined) return { url: options.url, contents: await read(options.url, options.databaseType) };
  for (;;) {
    const url = await promptUrl(context);
    try {
      return { url, contents: await read(url, options.databaseType) };
    } catch (error) {
      if (!isInteractive(context) || !(error instanceof UnusableConfiguration)) throw error;
      log.error(error.message, { output: context.stdout });
    }
  }
}

/** @throws UnusableConfiguration for an invalid connection string, or a database that does not accept it */
async function read(url: string, databaseType: DatabaseType | undefined): Promise<DatabaseContents> {
  const type = databaseType ?? typeOf(url);
  if (type === undefined) {
    throw new UnusableConfiguration(
      `Unknown database type of the connection. Start the URL with one of ${Object.values(SCHEMES)
        .map(([scheme]) => `${scheme}://`)
        .join(', ')}, or set --database-type.`,
    );
  }
  const [fault] = readConnection(url, type).faults;
  if (fault !== undefined) throw new UnusableConfiguration(`The connection string is invalid: ${fault.message}`);
  const source = buildDataSource(
    { 'database-type': type, 'connection-string': url },
    { folder: process.cwd(), settings: { textEquality: 'exact' } },
  );
  return readDatabase(source).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw new UnusableConfiguration(describeConnectionError(error));
  });
}

function describeConnectionError(error: ApiError): string {
  const cause = describeCause(error);
  // If the error names a setting, its message already says what to change.
  if (error.details?.setting !== undefined) {
    return `${error.message.replaceAll('"data-source.connection-string"', 'the connection string')}${cause}`;
  }
  return `The database is unreachable${cause}. Check host and port. If the password has one of the characters @ : / #, percent-encode it.`;
}

function typeOf(url: string): DatabaseType | undefined {
  const [, scheme] = /^([a-z+]+):\/\//i.exec(url) ?? [];
  return scheme === undefined ? undefined : typeOfScheme(scheme.toLowerCase());
}

export const isInteractive = ({ stdin }: CommandContext): boolean => (stdin as NodeJS.ReadStream).isTTY === true;

async function promptUrl(context: CommandContext): Promise<string> {
  const configured = process.env.DATABASE_URL;
  if (!isInteractive(context)) {
    if (configured !== undefined) return configured;
    throw new UnusableConfiguration(
      'Missing connection. Pass --url, such as postgres://user:password@localhost:5432/shop.',
    );
  }
  return requireAnswer(
    await text({
      message: 'Where is your database? (URL)',
      placeholder: 'postgres://user:password@localhost:5432/shop',
      validate: (value) =>
        typeOf(value ?? '') === undefined
          ? 'Start with postgres://, mysql://, mariadb://, mssql://, or mongodb://'
          : undefined,
      input: context.stdin,
      output: context.stdout,
    }),
    context,
  );
}

async function promptSchemas(
  { catalog }: DatabaseContents,
  options: InitOptions,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const counts = Map.groupBy(catalog.objects, ({ schema }) => schema);
  if (counts.size < 2 || !isInteractive(context) || options.include !== undefined) return undefined;
  return requireAnswer(
    await multiselect({
      message: 'Which schemas?',
      options: [...counts].map(([schema, { length }]) => ({ value: schema, hint: `${length} tables and views` })),
      initialValues: [...counts.keys()],
      input: context.stdin,
      output: context.stdout,
    }),
    context,
  );
}

async function promptRoles({ url }: InitOptions, context: CommandContext): Promise<readonly RoleGrant[]> {
  if (!isInteractive(context) || url !== undefined) return DEFAULT_ROLES;
  const mayRead = requireAnswer(
    await confirm({
      message: 'May callers without a token read everything?',
      initialValue: false,
      input: context.stdin,
      output: context.stdout,
    }),
    context,
  );
  return mayRead ? [ANONYMOUS_READ, ...DEFAULT_ROLES] : DEFAULT_ROLES;
}

/** @throws UnusableConfiguration if the user canceled the prompt */
export function requireAnswer<T>(answer: T, { stdout }: CommandContext): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.', { output: stdout });
  throw new UnusableConfiguration('Canceled.');
}

const noObjects = ({ catalog }: DatabaseContents): UnusableConfiguration => {
  const schemas = [...new Set(catalog.objects.map(({ schema }) => schema).filter((schema) => schema !== ''))];
  return new UnusableConfiguration(
    catalog.objects.length === 0
      ? 'The database has no tables or views that this user may see. Create tables, or grant SELECT.'
      : `No table or view matches the options.${schemas.length > 0 ? ` The schemas are: ${schemas.join(', ')}.` : ''}`,
  );
};

/** @throws UnusableConfiguration if the database has no object in one of the schemas */
export function requireSchemas({ objects, routines }: Catalog, schemas: readonly string[] = []): void {
  const known = new Set([...objects, ...routines].map(({ schema }) => schema));
  const unknown = schemas.find((schema) => !known.has(schema));
  // `noObjects` has a better message for an empty database.
  if (unknown === undefined || known.size === 0) return;
  const names = [...known].filter((schema) => schema !== '').toSorted();
  throw new UnusableConfiguration(
    names.length === 0
      ? 'The database has no schemas. Remove --schema, or select objects with --include.'
      : `No table, view, or routine is in the schema "${unknown}".${didYouMean(unknown, names)} The schemas are: ${names.join(', ')}.`,
  );
}

interface Summary {
  readonly file: string;
  readonly variable: string;
  readonly isNew: boolean;
  readonly scaffold: Scaffold;
}

function formatSummary({ file, variable, isNew, scaffold }: Summary, { stdout }: CommandContext): string {
  const { entities, omitted } = scaffold;
  const bold = (label: string): string => styleText('bold', label, { stream: stdout });
  const relationships = entities.flatMap(({ config }) => Object.keys(config.relationships ?? {})).length;
  const hidden = entities.flatMap(({ name, hidden: columns }) => columns.map((column) => `${name}.${column}`));
  const guesses = entities.flatMap(({ name, comments }) => (comments.fields === undefined ? [] : [name]));
  const isGuessed = entities.some(({ comments }) => comments.relationships !== undefined);
  const lines = [
    `${bold(file)}  ${countNoun(entities.length, 'entity', 'entities')}, ${countNoun(relationships, 'relationship')}`,
    ...(isNew ? [`${bold('.env')}  ${variable}, the connection string. It is listed in .gitignore.`] : []),
    ...(hidden.length > 0 ? [`${bold('Excluded')}  ${hidden.join(', ')}: the names suggest secrets.`] : []),
    ...(guesses.length > 0 ? [`${bold('Check')}  the guessed keys of ${guesses.join(', ')}.`] : []),
    ...(isGuessed ? [`${bold('Check')}  the relationships: they are guesses from column names.`] : []),
    ...omitted.map(({ path, message }) => `${bold('Omitted')}  ${path.slice(1).join('.')}: ${message}`),
    `${bold('Next')}  npx joinery start`,
  ];
  return `${lines.join('\n')}\n`;
}
