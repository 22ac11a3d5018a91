import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { styleText } from 'node:util';
import { shortenRelationships } from '../app/shorten-relationships.ts';
import { countNoun } from '../base/count-noun.ts';
import { ApiError } from '../base/errors.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { type ApiStyle, convertDab, convertPath } from '../config/dab/convert-dab.ts';
import { mayContainSecret, moveSecrets, type Variables } from '../config/dab/literal-secrets.ts';
import { legacyRelationships, safeForm, withShortForms } from '../config/dab/relationship-forms.ts';
import type { AddRemark, Remark, Tree } from '../config/dab/remark.ts';
import { type DocumentComment, readComments } from '../config/document/read-comments.ts';
import { decodeText, type FilePart, readFiles } from '../config/document/read-files.ts';
import { pointerOf, valueAt } from '../config/document/tree.ts';
import { CONFIG_FILES, isDabFile } from '../config/find-config-file.ts';
import { formatPath, formatProblems, nameOf } from '../config/format-problems.ts';
import { inspectValue } from '../config/read-config.ts';
import { readEnvironment } from '../config/read-environment.ts';
import type { RelationshipFile } from '../config/schema/config-schema.ts';
import { type Comments, type ConfigFormat, formatConfig } from '../scaffold/format-config.ts';
import type { CommandContext } from './command-context.ts';
import { describeCause } from './describe-error.ts';
import { requireReplaceable } from './init.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';
import { writeVariable } from './write-variable.ts';

export interface ImportOptions {
  /** Default: `joinery.json` or `joinery.yaml` of the current folder. */
  readonly out?: string;
  readonly format?: ConfigFormat;
  readonly api: ApiStyle;
  readonly force?: boolean;
  /** Does not connect to the database. */
  readonly offline?: boolean;
}

/**
 * Converts a configuration of Data API builder to a new file, and reports the differences.
 * @throws UnusableConfiguration
 */
export async function importDab(file: string, options: ImportOptions, context: CommandContext): Promise<void> {
  const { out, api, offline = false } = options;
  const format = options.format ?? (/\.ya?ml$/i.test(out ?? '') ? 'yaml' : 'json');
  const target = resolve(out ?? `joinery.${format}`);
  requireReplaceable(target, options, isDabFile);
  const env = readEnvironment(process.cwd(), process.env);
  const { parts, missing } = readParts(file);
  const converted = convertDab(parts, { env, api });
  const remarks: Remark[] = [...converted.remarks];
  const remark: AddRemark = (kind, path, message) => void remarks.push({ kind, path, message });
  for (const { path, message } of missing) remark('check', path, `${message} Its entities are not imported.`);
  remarkVariants(file, remark);
  const { config: safe, variables } = moveSecrets(converted.config, env, remark);
  const environment = { ...env, ...Object.fromEntries(variables) };
  const forms = await findForms(safe, { folder: dirname(target), env: environment, offline, remark });
  const config = withShortForms(safe, forms, remark);
  const { problems } = inspectValue(config, dirname(target), environment, { exposeDevelopment: true });
  remarkProblems(problems, remarks, remark);
  const kept = parts.flatMap((part) => readPublicComments(part, variables, remark));
  const written = [...variables].filter(([name, value]) => writeVariable(name, value)).map(([name]) => name);
  writeFileSync(target, formatConfig(config, format, placeComments(kept, config, format)));
  context.stdout.write(formatReport({ target, config, remarks, written }, context));
}

/** @throws UnusableConfiguration for a file that is not JSON */
function readParts(file: string): { readonly parts: readonly FilePart[]; readonly missing: readonly Problem[] } {
  if (/\.ya?ml$/i.test(extname(file))) {
    throw new UnusableConfiguration(`${file} is YAML, but configurations of Data API builder are JSON.`);
  }
  try {
    const { parts, missing, faults } = readFiles(file);
    if (faults.length > 0) throw new ConfigurationError(faults);
    return { parts, missing };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UnusableConfiguration(formatProblems(error.problems, resolve(file)), { cause: error });
  }
}

/**
 * Reports files for other environments, such as `dab-config.Test.json`. Data API builder merges such a file into the
 * main file, or reads it instead.
 */
function remarkVariants(file: string, remark: AddRemark): void {
  const folder = dirname(resolve(file));
  const variants = readdirSync(folder).filter(
    (name) => isDabFile(basename(file)) && isDabFile(name) && name.toLowerCase() !== basename(file).toLowerCase(),
  );
  for (const name of variants) {
    remark('check', [], `${name} is not imported. Data API builder may use it, depending on DAB_ENVIRONMENT.`);
  }
}

interface FormContext {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly offline: boolean;
  readonly remark: AddRemark;
}

/** Returns short forms by `relationshipKey`. Offline, returns only forms with the same meaning in every database. */
async function findForms(
  config: Tree,
  { folder, env, offline, remark }: FormContext,
): Promise<ReadonlyMap<string, RelationshipFile>> {
  const legacy = legacyRelationships(config);
  const safe = new Map(
    [...legacy].flatMap(([key, written]) => {
      const form = safeForm(written);
      return form === undefined ? [] : [[key, form] as const];
    }),
  );
  if (offline) return safe;
  const { config: built } = inspectValue(config, folder, env, { exposeDevelopment: true });
  if (built === undefined) return safe;
  try {
    const { forms, problems } = await shortenRelationships(built, legacy);
    for (const { path, message, severity } of problems) if (severity !== 'note') remark('check', path, message);
    return new Map([...safe, ...forms]);
  } catch (error) {
    if (error instanceof ConfigurationError) {
      for (const { path, message } of error.problems) remark('check', path, message);
      return safe;
    }
    if (!(error instanceof ApiError)) throw error;
    const message = `The database is unreachable${describeCause(error)}, so relationships to one entity keep the syntax of Data API builder, and nothing was compared with the database. Import again when it is reachable.`;
    remark('check', ['data-source'], message);
    return safe;
  }
}

/** Adds problems of the result, unless a remark explains their path. */
function remarkProblems(problems: readonly Problem[], remarks: readonly Remark[], remark: AddRemark): void {
  const known = new Set(remarks.filter(({ kind }) => kind !== 'changed').map(({ path }) => pointerOf(path)));
  for (const { path, message, suggestion, expected } of problems) {
    if (known.has(pointerOf(path))) continue;
    const hint = suggestion === undefined ? expected && ` Expected ${expected}.` : ` Did you mean "${suggestion}"?`;
    remark('check', path, `${message}${hint ?? ''}`);
  }
}

interface FileComment extends DocumentComment {
  /** Parsed content of the file. */
  readonly root: unknown;
}

/** Reads comments. Omits all comments of a member if they may contain a secret, which can span several comments. */
function readPublicComments(
  { file, document: { value: root } }: FilePart,
  variables: Variables,
  remark: AddRemark,
): readonly FileComment[] {
  const byMember = Map.groupBy(readComments(decodeText(readFileSync(file))), ({ path }) => pointerOf(path));
  return [...byMember.values()].flatMap((comments) => {
    if (!mayContainSecret(comments.map(({ text }) => text).join('\n'), variables)) {
      return comments.map((comment) => ({ ...comment, root }));
    }
    const message = 'Comments here are not copied, because they may contain a secret. Copy the rest yourself.';
    remark('check', comments[0]?.path ?? [], message);
    return [];
  });
}

/** Places each comment at its member, or at the closest enclosing member that the new file has. */
function placeComments(found: readonly FileComment[], config: Tree, format: ConfigFormat): Comments {
  const placed = new Map<string, string>();
  for (const { path: originalPath, text, root } of found) {
    const path = convertPath(originalPath, root, config);
    // `formatConfig` finds members of YAML by their dotted path, so keys with dots have no comments.
    const dotted = format === 'yaml' ? path.findIndex((step) => String(step).includes('.')) : -1;
    let place = dotted < 0 ? path : path.slice(0, dotted);
    while (place.length > 0 && valueAt(config, place) === undefined) place = place.slice(0, -1);
    const key = (place.length === 0 ? Object.keys(config).slice(0, 1) : place).join('.');
    placed.set(key, [placed.get(key) ?? [], text].flat().join('\n'));
  }
  return placed;
}

interface Report {
  readonly target: string;
  readonly config: Tree;
  readonly remarks: readonly Remark[];
  /** Names of new variables in `.env`. */
  readonly written: readonly string[];
}

const HEADINGS = { changed: 'Changed', unsupported: 'Unsupported', check: 'Check this' } as const;

function formatReport({ target, config, remarks, written }: Report, { stdout }: CommandContext): string {
  const bold = (text: string): string => styleText('bold', text, { stream: stdout });
  const number = Object.keys(valueAt(config, ['entities']) ?? {}).length;
  const sections = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const own = remarks.filter((each) => each.kind === kind);
    return own.length === 0 ? [] : [bold(heading), ...linesOf(own)];
  });
  const lines = [
    `${bold(nameOf(target))}  ${countNoun(number, 'entity', 'entities')}`,
    ...(written.length > 0 ? [`${bold('.env')}  ${written.join(', ')}. The file is listed in .gitignore.`] : []),
    ...sections,
    `${bold('Next')}  npx joinery validate${CONFIG_FILES.map((name) => resolve(name)).includes(target) ? '' : ` --config ${nameOf(target)}`}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Lists each message once, with all its paths. */
const linesOf = (remarks: readonly Remark[]): readonly string[] =>
  [...Map.groupBy(remarks, ({ message }) => message)].map(([message, own]) => {
    const paths = own.map(({ path }) => formatPath(path)).filter((path) => path !== '');
    return `  ${paths.join(', ')}${paths.length > 0 ? ': ' : ''}${message}`;
  });
