import { styleText } from 'node:util';
import type { UnexposedObject } from '../app/own-catalog.ts';
import { countNoun } from '../base/count-noun.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Overrides } from '../config/config.ts';
import { type ConfigPlace, findConfigFile } from '../config/find-config-file.ts';
import { locateProblems, nameOf } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { createManifestCheck } from '../server/documents/persisted-documents.ts';
import type { CommandContext } from './command-context.ts';
import { findProblems } from './describe-error.ts';
import { type ConfigOption, openApplication, printProblems } from './open-application.ts';
import { describeUnexposed } from './report-catalog.ts';
import { addPlace } from './unusable-configuration.ts';

export type ValidateOptions = ConfigOption & Overrides & { readonly strict?: boolean; readonly json?: boolean };

interface Report {
  readonly place?: ConfigPlace | undefined;
  readonly problems: readonly Problem[];
  /** Absent if there are errors. */
  readonly entities?: readonly string[];
  /** Absent if there are errors. */
  readonly roles?: readonly string[];
  /** Absent if there are errors, or the whole catalog cannot be read. */
  readonly unexposed?: readonly UnexposedObject[] | undefined;
}

const EXIT_WARNINGS = 2;

/** Checks the configuration, also against the database. With `json`, reports errors instead of throwing them. */
export async function validate(
  { config, strict = false, json = false, ...overrides }: ValidateOptions,
  context: CommandContext,
): Promise<void> {
  const report = await check(config, overrides, context).catch((error: unknown): Report => {
    if (!json) throw error;
    const problems = findProblems(error);
    if (problems === undefined) throw error;
    return { place: locate(config), problems };
  });
  context.stdout.write(json ? formatJson(report) : formatText(report, context));
  const has = (level: Problem['severity']): boolean => report.problems.some(({ severity }) => severity === level);
  if (has('error')) context.exitCode = 1;
  else if (strict && has('warning')) context.exitCode = EXIT_WARNINGS;
}

async function check(config: string | undefined, overrides: Overrides, context: CommandContext): Promise<Report> {
  let report: Report = { problems: [] };
  const reportWarnings = (problems: readonly Problem[], place: ConfigPlace): void => {
    report = { place, problems };
  };
  const { application } = await openApplication({ config, reportWarnings }, context, overrides);
  const unexposed = await application.readUnexposed().catch(() => undefined);
  await application.close();
  const invalid = createManifestCheck(application.config)(application.schema, 'error');
  if (invalid.length > 0) throw addPlace(new ConfigurationError([...report.problems, ...invalid]), report.place);
  const { entities, roles } = application.model;
  return { ...report, entities: entities.map(({ name }) => name), roles: [...roles], unexposed };
}

function locate(config: string | undefined): ConfigPlace | undefined {
  try {
    return findConfigFile(config, process.cwd(), readEnvironment(process.cwd(), process.env));
  } catch {
    return undefined;
  }
}

function formatText(
  { place = { file: '' }, problems, entities = [], roles = [], unexposed = [] }: Report,
  { stdout, stderr }: CommandContext,
): string {
  printProblems(problems, place, stderr);
  const heading = styleText('green', `${nameOf(place.file)} is valid`, { stream: stdout });
  const note = describeUnexposed(unexposed);
  return `${heading}: ${countNoun(entities.length, 'entity', 'entities')}, roles ${roles.join(', ')}.\n${note === undefined ? '' : `${note}\n`}`;
}

/** Documented in docs/configuration.md. */
function formatJson({ place, problems, entities, roles, unexposed }: Report): string {
  const nameIn = (file = place?.file): string | undefined => (file === undefined ? undefined : nameOf(file));
  const located = locateProblems(problems, place?.file, place?.variant).map(({ problem, place: { file, line } }) => {
    const { severity, path, option, message, found, expected, suggestion } = problem;
    const ownFile = option === undefined ? nameIn(file) : undefined;
    return { severity, path, option, file: ownFile, line, message, found, expected, suggestion };
  });
  const valid = entities !== undefined;
  const report = {
    file: nameIn() ?? null,
    valid,
    problems: located,
    entities,
    roles,
    unexposed: unexposed?.map(({ name }) => name),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
