import { pino } from 'pino';
import type { Application } from '../app/application.ts';
import { bootFile } from '../app/boot-file.ts';
import { Observers } from '../base/observers.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Config } from '../config/config.ts';
import type { Overrides } from '../config/config-file.ts';
import { type ConfigPlace, findConfigFile } from '../config/find-config-file.ts';
import { formatProblems, summarizeWarnings } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface ConfigOption {
  readonly config?: string | undefined;
}

/** Changes a configuration before it is started. */
export type Prepare = (config: Config, file: string) => Promise<Config>;

/** How an application is opened. */
interface Opening {
  /** Whether each warning is printed. Otherwise one for each kind. */
  readonly detailed?: boolean;
  /** Seconds for which a database that is away is waited for. */
  readonly wait?: number;
}

/** For commands that do not listen: they expose nothing, whatever address the file names. */
const NOT_LISTENING: Overrides = { exposeDevelopment: true };

/**
 * Reads the configuration and starts what it describes; warnings go to standard error.
 * @throws UnusableConfiguration; Refusal when the database does not answer
 */
export async function openApplication(
  { config: given, detailed = false, wait = 0 }: ConfigOption & Opening,
  overrides: Overrides = NOT_LISTENING,
  prepare: Prepare = async (config) => config,
): Promise<{ readonly application: Application; readonly file: string }> {
  let place: ConfigPlace | undefined;
  try {
    const environment = readEnvironment(process.cwd(), process.env);
    place = findConfigFile(given, process.cwd(), environment);
    const { file, variant } = place;
    const found: Problem[] = [];
    const say = (these: readonly Problem[]): boolean =>
      process.stderr.write(`${formatProblems(these, file, variant)}\n\n`);
    let started = false;
    const reading = {
      env: environment,
      variant,
      overrides,
      prepare: (config: Config) => prepare(config, file),
      open: (start: () => Promise<Application>) => waitForDatabase(start, wait, pino({}, pino.destination(2))),
    };
    const observers = new Observers();
    observers.add({ problem: ({ problem }) => (started ? say([problem]) : found.push(problem)) });
    const application = await bootFile(file, reading, observers);
    started = true;
    if (found.length > 0) say(detailed ? found : summarizeWarnings(found));
    return { application, file };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UnusableConfiguration(formatProblems(error.problems, place?.file, place?.variant), { cause: error });
  }
}
