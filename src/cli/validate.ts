import { styleText } from 'node:util';
import { Refusal } from '../base/errors.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Overrides } from '../config/config-file.ts';
import { type ConfigPlace, findConfigFile } from '../config/find-config-file.ts';
import { locateProblems, nameOf } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { describeMistake } from './describe-error.ts';
import { type ConfigOption, openApplication, printProblems } from './open-application.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

type ValidateOptions = ConfigOption & Overrides & { readonly strict?: boolean; readonly json?: boolean };

/** Result of a check. */
interface Report {
  /** Absent when there is no configuration. */
  readonly place?: ConfigPlace | undefined;
  readonly problems: readonly Problem[];
  /** Names of the entities; absent when there are errors. */
  readonly entities?: readonly string[];
  /** Absent when there are errors. */
  readonly roles?: readonly string[];
}

/** Exit code of `--strict` for a configuration that has warnings and no errors. */
const EXIT_WARNINGS = 2;

/** `joinery validate`: boots all but the HTTP server, and closes it again. @throws as `openApplication`, except with `json` */
export async function validate({ config, strict = false, json = false, ...overrides }: ValidateOptions): Promise<void> {
  const report = await check(config, overrides).catch((error: unknown): Report => {
    if (!json) throw error;
    return { place: locate(config), problems: problemsOf(error) };
  });
  process.stdout.write(json ? printJson(report) : printText(report));
  const has = (wanted: Problem['severity']): boolean => report.problems.some(({ severity }) => severity === wanted);
  if (has('error')) process.exitCode = 1;
  else if (strict && has('warning')) process.exitCode = EXIT_WARNINGS;
}

async function check(config: string | undefined, overrides: Overrides): Promise<Report> {
  let found: Report = { problems: [] };
  const reportWarnings = (problems: readonly Problem[], place: ConfigPlace): void => {
    found = { place, problems };
  };
  const { application } = await openApplication({ config, reportWarnings }, overrides);
  await application.close();
  const { entities, roles } = application.model;
  return { ...found, entities: entities.map(({ name }) => name), roles: [...roles] };
}

/** Returns the configuration's place; undefined when there is no configuration. */
function locate(config: string | undefined): ConfigPlace | undefined {
  try {
    return findConfigFile(config, process.cwd(), readEnvironment(process.cwd(), process.env));
  } catch {
    return undefined;
  }
}

/** Returns the problems that an error consists of. @throws the error when it is a fault of Joinery */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof UnusableConfiguration && error.cause instanceof ConfigurationError) return error.cause.problems;
  const message = describeMistake(error);
  if (message === undefined) throw error;
  return [{ path: error instanceof Refusal ? ['data-source'] : [], message, severity: 'error' }];
}

function printText({ place = { file: '' }, problems, entities = [], roles = [] }: Report): string {
  printProblems(problems, place);
  const number = `${entities.length} ${entities.length === 1 ? 'entity' : 'entities'}`;
  const heading = styleText('green', `${nameOf(place.file)} is valid`, { stream: process.stdout });
  return `${heading}: ${number}, roles ${roles.join(', ')}.\n`;
}

/** Prints the object that docs/configuration.md describes. */
function printJson({ place, problems, entities, roles }: Report): string {
  const nameIn = (file = place?.file): string | undefined => (file === undefined ? undefined : nameOf(file));
  const located = locateProblems(problems, place?.file, place?.variant).map(({ problem, place: { file, line } }) => {
    const { severity, path, message, found, expected, suggestion } = problem;
    return { severity, path, file: nameIn(file), line, message, found, expected, suggestion };
  });
  const valid = entities !== undefined;
  const report = { file: nameIn() ?? null, valid, problems: located, entities, roles };
  return `${JSON.stringify(report, null, 2)}\n`;
}
