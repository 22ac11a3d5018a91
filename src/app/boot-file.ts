import { ApiError } from '../base/errors.ts';
import { Observers } from '../base/observers.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Config, Overrides } from '../config/config.ts';
import type { Environment } from '../config/document/replace-environment.ts';
import { withLaterProblems } from '../config/document/without-mistakes.ts';
import { inspectConfig } from '../config/read-config.ts';
import type { Application } from './application.ts';
import type { BootOptions } from './boot.ts';

interface ReadConfigOptions {
  /** File with values that override the configuration. */
  readonly variant?: string | undefined;
  readonly env: Environment;
  readonly overrides?: Overrides;
  readonly prepare?: (config: Config) => Config | Promise<Config>;
}

export interface FileSettings extends ReadConfigOptions, BootOptions {}

/**
 * Boots from a configuration file. If the file names a database, reports the problems of both together.
 * @throws ConfigurationError with all problems; ApiError Unavailable
 */
export const bootFile = (
  file: string,
  { reuseRunning, observeStatement, ...settings }: FileSettings,
  observers = new Observers(),
): Promise<Application> => {
  const options = { ...(reuseRunning !== undefined && { reuseRunning }), observeStatement };
  const run = async (config: Config): Promise<Application> =>
    (await import('./boot.ts')).boot(config, observers, options);
  return runFile(file, settings, { run, observers });
};

interface Run<T> {
  readonly run: (config: Config) => Promise<T>;
  readonly observers: Observers;
}

/**
 * Reads a configuration file, and runs a service with it.
 * @throws ConfigurationError with all problems, as `bootFile`; the errors of `run`
 */
export async function runFile<T>(
  file: string,
  { env, overrides, variant, prepare = (config) => config }: ReadConfigOptions,
  { run, observers }: Run<T>,
): Promise<T> {
  const { config, validPart, problems } = inspectConfig(file, env, overrides, variant);
  if (config === undefined) {
    const databaseProblems = validPart === undefined ? [] : await findProblems(validPart);
    throw new ConfigurationError(withLaterProblems(problems, databaseProblems));
  }
  try {
    const prepared = await prepare(config);
    const service = await run(prepared);
    for (const problem of problems) observers.observe({ kind: 'problem', problem });
    return service;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(withLaterProblems(problems, error.problems));
  }
}

async function findProblems(config: Config): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const observers = new Observers();
  observers.add({ problem: ({ problem }) => problems.push(problem) });
  try {
    const { boot } = await import('./boot.ts');
    const application = await boot(config, observers, { reuseRunning: true });
    await application.close();
    return problems;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    if (error instanceof ApiError && error.code === 'Unavailable') return [unreachable(error)];
    throw error;
  }
}

function unreachable({ cause, message, details }: ApiError): Problem {
  const reason = cause instanceof Error ? cause.message : '';
  const isSpecific = details?.setting !== undefined;
  return {
    path: ['data-source'],
    severity: 'error',
    message: isSpecific
      ? `${message}${reason && ` (${reason})`} Problems with the database are reported once it is reachable.`
      : `The database is unreachable (${reason || message}), so problems with it are not reported yet.`,
  };
}
