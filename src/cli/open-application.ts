import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Logger } from 'pino';
import type { Application } from '../app/application.ts';
import type { BootOptions } from '../app/boot.ts';
import { runFile } from '../app/boot-file.ts';
import { ApiError } from '../base/errors.ts';
import { Observers } from '../base/observers.ts';
import type { Problem } from '../base/problem.ts';
import type { Config, Overrides } from '../config/config.ts';
import { type ConfigPlace, findConfigFile } from '../config/find-config-file.ts';
import { formatProblems, summarizeWarnings } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import type { ObservedStatement } from '../store/observe-statements.ts';
import type { CommandContext } from './command-context.ts';
import { describeCause } from './describe-error.ts';
import { addPlace, UnusableConfiguration } from './unusable-configuration.ts';

export interface ConfigOption {
  readonly config?: string | undefined;
}

export type Prepare = (config: Config, file: string) => Promise<Config>;

interface OpenOptions extends ConfigOption {
  /** Receives the warnings of a successful start. By default, prints one warning of each kind. */
  readonly reportWarnings?: (warnings: readonly Problem[], place: ConfigPlace) => void;
}

export type RunService<T> = (config: Config, observers: Observers, options: BootOptions) => Promise<T>;

/** Commands that do not listen expose nothing, so development mode needs no permission. */
const NOT_LISTENING: Overrides = { exposeDevelopment: true };

export function printProblems(problems: readonly Problem[], { file, variant }: ConfigPlace, stderr: Writable): void {
  if (problems.length > 0) stderr.write(`${formatProblems(problems, file, variant)}\n\n`);
}

/**
 * Boots an Application for a short command.
 * @throws UnusableConfiguration; ApiError Unavailable
 */
export async function openApplication(
  options: OpenOptions,
  context: Pick<CommandContext, 'stderr'>,
  overrides: Overrides = NOT_LISTENING,
): Promise<{ readonly application: Application } & ConfigPlace> {
  const run: RunService<Application> = async (config, observers, bootOptions) =>
    (await import('../app/boot.ts')).boot(config, observers, { ...bootOptions, reuseRunning: true });
  const { service, ...place } = await openService(options, context, { overrides, run });
  return { application: service, ...place };
}

interface RunOptions<T> {
  readonly overrides: Overrides;
  readonly prepare?: Prepare;
  readonly run: RunService<T>;
}

/**
 * Finds and reads the configuration file, and runs a service with it.
 * @throws UnusableConfiguration; ApiError Unavailable
 */
export async function openService<T>(
  {
    config: configFile,
    reportWarnings = (warnings, place) => printProblems(summarizeWarnings(warnings), place, stderr),
  }: OpenOptions,
  { stderr }: Pick<CommandContext, 'stderr'>,
  { overrides, prepare = async (config) => config, run }: RunOptions<T>,
): Promise<{ readonly service: T } & ConfigPlace> {
  let place: ConfigPlace | undefined;
  try {
    const environment = readEnvironment(process.cwd(), process.env);
    const location = findConfigFile(configFile, process.cwd(), environment);
    place = location;
    const warnings: Problem[] = [];
    let started = false;
    const { file, variant } = location;
    const reading = { env: environment, variant, overrides, prepare: (config: Config) => prepare(config, file) };
    const observers = new Observers();
    const report = batchProblems((problems) => printProblems(summarizeWarnings(problems), location, stderr));
    observers.add({ problem: ({ problem }) => (started ? report(problem) : warnings.push(problem)) });
    const observeStatement = findStatementObserver(environment.JOINERY_DEBUG, stderr);
    const service = await runFile(file, reading, {
      run: (config) => run(config, observers, { observeStatement }),
      observers,
    });
    started = true;
    reportWarnings(warnings, location);
    return { service, ...location };
  } catch (error) {
    throw addPlace(error, place);
  }
}

/** Milliseconds in which the problems of one reload arrive, also from another process. */
const BATCH_MS = 50;

/** Collects problems that arrive at about the same time, so that they are printed as one list. */
function batchProblems(print: (problems: readonly Problem[]) => void): (problem: Problem) => void {
  let batch: Problem[] = [];
  return (problem) => {
    if (batch.push(problem) > 1) return;
    setTimeout(() => {
      print(batch);
      batch = [];
    }, BATCH_MS);
  };
}

/**
 * Returns an observer that prints statements if `JOINERY_DEBUG` is `sql`.
 * @throws UnusableConfiguration for other values
 */
export function findStatementObserver(
  value: string | undefined,
  stderr: Writable,
): ((statement: ObservedStatement) => void) | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === 'sql') return (statement) => void stderr.write(formatStatement(statement));
  throw new UnusableConfiguration(`Unknown value "${value}" of JOINERY_DEBUG. Use "sql" to print SQL statements.`);
}

function formatStatement({ text, values, duration, error }: ObservedStatement): string {
  const outcome = error === undefined ? '' : `, failed: ${error instanceof Error ? error.message : String(error)}`;
  const heading = `${duration.toFixed(1)} ms${outcome}`;
  const parameters = values.map((value, index) => `$${index + 1} = ${inspect(value, { breakLength: Infinity })}`);
  const comments = [heading, ...parameters].map((line) => `-- ${line.replaceAll('\n', ' ')}\n`);
  return `${comments.join('')}${text};\n\n`;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

interface Wait {
  readonly seconds: number;
  readonly log: Logger;
}

/** Retries for at most `seconds` while the database is unavailable, and logs each failed attempt. */
export async function waitForDatabase<T>(open: () => Promise<T>, { seconds, log }: Wait): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt += 1, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      const remaining = deadline - performance.now();
      if (!(error instanceof ApiError) || error.code !== 'Unavailable' || remaining <= 0) throw error;
      const delay = Math.round(Math.min(pause, remaining));
      log.warn(
        { attempt, reason: describeCause(error).trim(), tryingAgainInMs: delay },
        'The database does not respond yet',
      );
      await sleep(delay);
    }
  }
}
