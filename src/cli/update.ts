import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { styleText } from 'node:util';
import { confirm } from '@clack/prompts';
import { expandDefinitions } from '../app/expand-auto-entities.ts';
import { configuredSchemas, findConfigured, findUnexposed, keyOfSource } from '../app/own-catalog.ts';
import { readDatabase } from '../app/read-database.ts';
import { type Scaffold, scaffoldEntities } from '../app/scaffold-config.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { ConfigurationError } from '../base/problem.ts';
import type { Config, DataSource } from '../config/config.ts';
import { parseFile } from '../config/document/read-files.ts';
import { findConfigFile, isDabFile } from '../config/find-config-file.ts';
import { formatProblems, nameOf } from '../config/format-problems.ts';
import { inspectConfig } from '../config/read-config.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { connectToRunning } from '../embedded/start-embedded.ts';
import type { Catalog } from '../model/catalog.ts';
import { joinObjectName } from '../model/object-name.ts';
import { addMembers, type NewMember, parseConfigText, UneditableConfig } from '../scaffold/edit-config.ts';
import { nameObjects, objectKey } from '../scaffold/entity-names.ts';
import type { ConfigFormat } from '../scaffold/format-config.ts';
import { commentsOf, type ProposedEntity, qualifiedName, type RoleGrant } from '../scaffold/propose-entities.ts';
import { selectObjects } from '../scaffold/select-objects.ts';
import type { CommandContext } from './command-context.ts';
import { DEFAULT_ROLES, guessOf, isInteractive, requireAnswer, requireSchemas } from './init.ts';
import type { ConfigOption } from './open-application.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

export interface UpdateOptions extends ConfigOption {
  readonly schema?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly role?: readonly RoleGrant[];
  readonly guessRelationships?: boolean;
  /** Applies the changes without a prompt. */
  readonly yes?: boolean;
}

interface OpenedFile {
  readonly file: string;
  readonly text: string;
  readonly format: ConfigFormat;
  readonly config: Config;
}

/**
 * Adds new tables and relationships of the database to the configuration file, and reports removed ones. Existing lines
 * stay as they are.
 * @throws UnusableConfiguration; ApiError Unavailable
 */
export async function update(options: UpdateOptions, context: CommandContext): Promise<void> {
  const { opened, catalog } = await openBoth(options.config);
  requireSchemas(catalog, options.schema);
  const scaffold = await scaffoldEntities(opened.config, select(catalog, opened.config, options), {
    roles: options.role ?? DEFAULT_ROLES,
    guess: guessOf(options, catalog),
  });
  requireRoles(scaffold, opened.config, options);
  await apply(opened, scaffold, options, context, findRemoved(opened.config, catalog));
}

/**
 * Requires explicit rights for new entities in production.
 * @throws UnusableConfiguration
 */
function requireRoles({ entities }: Scaffold, { runtime }: Config, { role }: UpdateOptions): void {
  const added = entities.filter(({ isNew }) => isNew).map(({ name }) => name);
  if (runtime.mode !== 'production' || role !== undefined || added.length === 0) return;
  throw new UnusableConfiguration(
    `New entities need rights: ${added.join(', ')}. The configuration has the mode "production", so pass the rights with --role, such as --role editor:read. To leave tables out, pass --exclude.`,
  );
}

/**
 * Adds one table, view, or routine to the configuration file.
 * @param name of the new entity, or of the object in the database
 * @throws UnusableConfiguration; ApiError Unavailable
 */
export async function add(name: string, options: UpdateOptions, context: CommandContext): Promise<void> {
  const { opened, catalog } = await openBoth(options.config);
  const scaffold = await scaffoldEntities(opened.config, catalog, {
    roles: options.role ?? DEFAULT_ROLES,
    guess: guessOf(options, catalog),
  });
  const entity = findNamed(scaffold.entities, name);
  if (entity === undefined) throw unknownObject(name, opened.config, scaffold);
  requireRoles({ ...scaffold, entities: [entity] }, opened.config, options);
  const configured = new Set([...opened.config.entities.map((one) => one.name), entity.name]);
  const entities = scaffold.entities
    .filter((one) => one === entity || !one.isNew)
    .map((one) =>
      one === entity ? withRelationshipsAmong(one, configured) : withRelationshipsTo(one, entity.name, configured),
    );
  await apply(opened, { ...scaffold, entities, omitted: [] }, { ...options, yes: true }, context, []);
}

/** Opens the file, reads the database, and adds the entities of `autoentities`. */
async function openBoth(
  configFile: string | undefined,
): Promise<{ readonly opened: OpenedFile; readonly catalog: Catalog }> {
  const opened = openFile(configFile);
  const { catalog } = await readDatabase(opened.config.dataSource);
  const { config } = expandDefinitions(opened.config, catalog);
  return { opened: { ...opened, config: { ...config, autoEntities: [] } }, catalog };
}

/** @throws UnusableConfiguration for an invalid file, and for a file of Data API builder, which cannot be extended */
function openFile(configFile: string | undefined): OpenedFile {
  const environment = readEnvironment(process.cwd(), process.env);
  const { file, variant } = findConfigFile(configFile, process.cwd(), environment);
  if (isDabFile(file)) {
    throw new UnusableConfiguration(
      `${nameOf(file)} is a configuration of Data API builder, whose syntax this command does not write. Run "joinery import ${nameOf(file)}", and this command again.`,
    );
  }
  const { config, problems } = inspectConfig(file, environment, { exposeDevelopment: true }, variant);
  if (config === undefined) {
    throw new UnusableConfiguration(formatProblems(problems, file, variant), {
      cause: new ConfigurationError(problems),
    });
  }
  const format = /^\.ya?ml$/i.test(extname(file)) ? 'yaml' : 'json';
  return { file, text: readText(file), format, config };
}

/** @throws UnusableConfiguration unless the encoding is UTF-8: `update` would not keep another encoding */
function readText(file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    if (!text.includes('\0')) return text;
  } catch {}
  throw new UnusableConfiguration(`${nameOf(file)} is not encoded in UTF-8. Save it in UTF-8 first.`);
}

/** By default, new objects come from the schemas of the configured entities. */
function select(catalog: Catalog, config: Config, { schema, include, exclude }: UpdateOptions): Catalog {
  const configured = findConfigured(config, catalog);
  const schemas = schema ?? configuredSchemas(config, catalog);
  const selected = selectObjects(catalog, {
    ...(schemas && { schemas }),
    ...(include && { include }),
    ...(exclude && { exclude }),
  });
  const isConfigured = (object: { schema: string; name: string }): boolean => configured.has(objectKey(object));
  return {
    ...catalog,
    objects: catalog.objects.filter((object) => isConfigured(object) || selected.objects.includes(object)),
    routines: catalog.routines.filter((routine) => isConfigured(routine) || selected.routines.includes(routine)),
  };
}

/** Returns a line of the report for each entity whose object is no longer in the database. */
function findRemoved(config: Config, catalog: Catalog): readonly string[] {
  return config.entities.flatMap((entity) => {
    const { name, source } = entity;
    if (keyOfSource(entity, catalog) !== undefined) return [];
    return [`${name}  "${source.object}" is not in the database any more. Remove the entity, or change its source.`];
  });
}

/**
 * Finds a new entity by its name, or the name of its object.
 * @throws UnusableConfiguration if the name matches objects of several schemas
 */
function findNamed(entities: readonly ProposedEntity[], wanted: string): ProposedEntity | undefined {
  const isEqual = (name: string): boolean => name.toLowerCase() === wanted.toLowerCase();
  const added = entities.filter(({ isNew }) => isNew);
  const qualified = added.find(({ object }) => isEqual(joinObjectName(object)));
  if (qualified !== undefined) return qualified;
  const named = added.filter(({ name, object }) => isEqual(name) || isEqual(object.name));
  const sameName = added.filter(({ object }) => named.some((one) => one.object.name === object.name));
  // A qualified entity name, such as `SalesInvoice`, is unambiguous. The name `Invoice` is ambiguous if another schema
  // has a table with that name.
  const isPart = ({ name }: ProposedEntity): boolean => name.toLowerCase().endsWith(wanted.toLowerCase());
  const [only, ...others] = sameName.filter(isPart);
  if (only !== undefined && others.length === 0 && isEqual(only.name) && !isEqual(only.object.name)) return only;
  const candidates = [...new Set(sameName.map(({ object }) => joinObjectName(object)))];
  if (candidates.length < 2) return named[0];
  throw new UnusableConfiguration(
    `"${wanted}" is ambiguous: ${candidates.join(', ')}. Use one of these names, such as "joinery add ${candidates[0]}".`,
  );
}

function unknownObject(name: string, { entities }: Config, scaffold: Scaffold): UnusableConfiguration {
  const lower = name.toLowerCase();
  const existing = entities.find((entity) =>
    [entity.name, entity.source.object].some((each) => each.toLowerCase() === lower),
  );
  if (existing !== undefined) return new UnusableConfiguration(`The entity "${existing.name}" exists already.`);
  const omitted = scaffold.omitted.find(({ path }) => String(path[1]).toLowerCase() === lower);
  if (omitted !== undefined) return new UnusableConfiguration(omitted.message);
  const known = scaffold.entities
    .filter(({ isNew }) => isNew)
    .flatMap(({ name: own, object }) => [own, object.name, joinObjectName(object)]);
  return new UnusableConfiguration(
    `The database has no unconfigured table, view, or routine "${name}".${didYouMean(name, known)}`,
  );
}

/** Keeps only relationships whose target and junction are configured. */
function withRelationshipsAmong(entity: ProposedEntity, configured: ReadonlySet<string>): ProposedEntity {
  const { relationships = {}, ...config } = entity.config;
  const possible = Object.entries(relationships).filter(([, { hasMany, hasOne, belongsTo, through }]) => {
    const junction = typeof through === 'string' ? through : through?.object;
    const target = hasMany ?? hasOne ?? belongsTo ?? '';
    return configured.has(target) && (junction === undefined || configured.has(junction));
  });
  return {
    ...entity,
    config: { ...config, ...(possible.length > 0 && { relationships: Object.fromEntries(possible) }) },
  };
}

/** Keeps only relationships to or through the new entity. A user may have removed other relationships by hand. */
function withRelationshipsTo(entity: ProposedEntity, name: string, configured: ReadonlySet<string>): ProposedEntity {
  const { relationships = {}, ...config } = withRelationshipsAmong(entity, configured).config;
  const kept = Object.entries(relationships).filter(([, { hasMany, hasOne, belongsTo, through }]) => {
    const junction = typeof through === 'string' ? through : through?.object;
    return [hasMany, hasOne, belongsTo, junction].includes(name);
  });
  return { ...entity, config: { ...config, ...(kept.length > 0 && { relationships: Object.fromEntries(kept) }) } };
}

async function apply(
  { file, text, format }: OpenedFile,
  { entities, omitted }: Scaffold,
  { yes = false }: UpdateOptions,
  context: CommandContext,
  removed: readonly string[],
): Promise<void> {
  const { stdout } = context;
  const name = nameOf(file);
  const inFile = entitiesIn(text, format);
  const [members, elsewhere] = [true, false].map((isHere) =>
    entities.filter(({ isNew, name: entity }) => (isNew || inFile.has(entity)) === isHere).flatMap(membersOf),
  );
  for (const { path, key } of elsewhere ?? []) {
    stdout.write(
      `Omitted  ${path[1]}.${key}: the entity is not in ${name}. Add the relationship to the file of the entity.\n`,
    );
  }
  for (const line of removed) stdout.write(`${styleText('red', '-', { stream: stdout })} ${line}\n`);
  for (const { path, message } of omitted) stdout.write(`Omitted  ${path.slice(1).join('.')}: ${message}\n`);
  if (members === undefined || members.length === 0) {
    stdout.write(`${name} has all tables and relationships of the database.\n`);
    return;
  }
  const updated = edit(text, format, members, commentsOf(entities));
  for (const line of changedLines(text, updated, { file, members })) {
    stdout.write(line.isAdded ? `${styleText('green', `+ ${line.text}`, { stream: stdout })}\n` : `${line.text}\n`);
  }
  if (!yes && !(await confirmWrite(name, context))) {
    stdout.write(
      isInteractive(context) ? 'Nothing was written.\n' : 'Nothing was written. To apply the changes, pass --yes.\n',
    );
    return;
  }
  if (readText(file) !== text) {
    throw new UnusableConfiguration(
      `${name} has changed in the meantime, so nothing was written. Run the command again.`,
    );
  }
  writeFileSync(file, updated);
  stdout.write(`${name} is updated.\n`);
}

/** Returns the entities of the file itself, without those of `data-source-files` and of `autoentities`. */
function entitiesIn(text: string, format: ConfigFormat): ReadonlySet<string> {
  const { entities } = (parseConfigText(text, format) ?? {}) as { readonly entities?: object | null };
  return new Set(Object.keys(entities ?? {}));
}

function membersOf({ name, config, isNew }: ProposedEntity): readonly NewMember[] {
  if (isNew) return [{ path: ['entities'], key: name, value: config }];
  const path = ['entities', name, 'relationships'];
  return Object.entries(config.relationships ?? {}).map(([key, value]) => ({ path, key, value }));
}

async function confirmWrite(name: string, context: CommandContext): Promise<boolean> {
  if (!isInteractive(context)) return false;
  const message = `Add these lines to ${name}?`;
  return requireAnswer(await confirm({ message, input: context.stdin, output: context.stdout }), context);
}

interface ChangedLine {
  readonly isAdded: boolean;
  readonly text: string;
}

/** @throws UnusableConfiguration if the layout does not allow an automatic addition */
function edit(...values: Parameters<typeof addMembers>): string {
  try {
    return addMembers(...values);
  } catch (error) {
    throw error instanceof UneditableConfig ? new UnusableConfiguration(error.message, { cause: error }) : error;
  }
}

/**
 * Returns the added and extended lines, in order. Inserts the name of a configured entity as a heading before its
 * lines.
 */
function changedLines(
  before: string,
  after: string,
  { file, members }: { readonly file: string; readonly members: readonly NewMember[] },
): readonly ChangedLine[] {
  const { lineOf } = parseFile(file, after);
  const extended = new Set(members.flatMap(({ path }) => path[1] ?? []));
  const headings = [...extended]
    .map((entity) => ({ entity, line: lineOf(['entities', entity]) ?? 0 }))
    .toSorted((one, other) => one.line - other.line);
  return addedLines(before, after).flatMap(({ line, text }) => {
    const later = headings.findIndex((heading) => heading.line > line);
    const reached = headings.splice(0, later < 0 ? headings.length : later);
    return [...reached.map(({ entity }) => ({ isAdded: false, text: `  ${entity}` })), { isAdded: true, text }];
  });
}

/**
 * Returns the added and extended lines, with their numbers in `after`. Other lines of `after` equal those of `before`,
 * except for an added comma.
 */
function addedLines(before: string, after: string): readonly { readonly line: number; readonly text: string }[] {
  const old = before.split(/\r?\n/);
  let index = 0;
  return after.split(/\r?\n/).flatMap((text, number) => {
    const current = old[index] ?? '';
    const isOld = text === current || text === `${current},`;
    // If an object is on one line, a new member extends that line.
    const isExtended =
      !isOld && current.includes('{') && text.startsWith(current.slice(0, current.lastIndexOf('}')).trimEnd());
    if (isOld || isExtended) index += 1;
    return isOld ? [] : [{ line: number + 1, text }];
  });
}

/** Time limit in milliseconds for names of the database that a shell completes. */
const NAMES_TIMEOUT_MS = 3_000;

/**
 * Returns the names that `add` accepts. Empty without a usable configuration, or if the database does not respond in
 * time.
 */
export async function findNames(config: string | undefined): Promise<readonly string[]> {
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

/** Returns undefined for an embedded server that is not running. A completion does not start it. */
async function findRunning({ embedded, ...source }: DataSource): Promise<DataSource | undefined> {
  if (embedded === undefined) return source;
  const running = await connectToRunning(embedded.directory);
  return running && { ...source, connectionString: running.connectionString };
}
