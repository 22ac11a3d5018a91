import { parseArgs } from 'node:util';
import { SQLSERVER_URL } from '../test/support/server-names.ts';
import { type StoreName, storeNames } from './support/store-names.ts';

export interface Options {
  readonly parts: ReadonlySet<Part>;
  readonly help: boolean;
  /** Per schema size. */
  readonly starts: number;
  /** Per server and workload. */
  readonly rounds: number;
  /** Per measurement. */
  readonly seconds: number;
  readonly connections: number;
  readonly minutes: number;
  readonly store: StoreName;
  /** Names; default: all. */
  readonly workloads?: readonly string[];
  readonly contenders?: readonly string[];
  /** Git revision. */
  readonly against?: string;
  readonly isDurable: boolean;
  readonly strict: boolean;
}

export type Part = keyof typeof PARTS;

/** With approximate durations. */
const PARTS = {
  boot: 'startup time; one minute',
  requests: 'responses per second and their cost, compared with other servers; fifteen minutes',
  storm: 'requests next to failing requests; one minute',
  micro: 'time of each stage, without a database; three minutes, only when named',
  growth: 'how stage times and database work grow with the input; two minutes, only when named',
  limits: 'cost of the most expensive request within each limit, for docs/limits.md; three minutes, only when named',
  soak: 'whether memory grows under load; ten minutes, only when named',
  workers: 'one worker compared with two; three minutes, only when named',
  live: '10,000 live queries, for docs/live.md; six minutes, only when named',
  report: 'writes docs/performance.md and docs/performance-mysql.md from the last results, without measuring',
} as const;

const USUAL: readonly Part[] = ['boot', 'requests', 'storm'];

interface Flag {
  readonly type: 'string' | 'boolean';
  readonly default?: string;
  readonly description: string;
}

const FLAGS = {
  store: {
    type: 'string',
    default: 'postgres',
    description: 'database for requests: postgres, mariadb, mysql, or sqlserver (set JOINERY_SQLSERVER_URL)',
  },
  workloads: { type: 'string', description: 'names of workloads, separated by commas; default: all' },
  contenders: { type: 'string', description: 'names of servers, separated by commas; default: all' },
  against: { type: 'string', description: 'Git revision of Joinery to compare with' },
  rounds: { type: 'string', default: '5', description: 'measurements of each workload and server' },
  seconds: { type: 'string', default: '2', description: 'length of one measurement in seconds' },
  connections: { type: 'string', default: '16', description: 'number of concurrent connections' },
  starts: { type: 'string', default: '5', description: 'starts of each schema size' },
  minutes: { type: 'string', default: '10', description: 'length of the soak test in minutes, at least 3' },
  durable: { type: 'boolean', description: 'commits wait for the disk, as in production' },
  strict: { type: 'boolean', description: 'exit with 1 if a goal is missed' },
  help: { type: 'boolean', description: 'print this help' },
} as const satisfies Readonly<Record<string, Flag>>;

export const optionList: readonly (readonly [name: string, standard: string, description: string])[] = Object.entries(
  FLAGS,
).map(([name, flag]: [string, Flag]) => [`--${name}`, flag.default ?? '', flag.description]);

export const partList: readonly (readonly [name: string, description: string])[] = Object.entries(PARTS);

/** @throws TypeError, RangeError */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined) {
    throw new RangeError(`Unknown part "${unknown}". Choose one of: ${Object.keys(PARTS).join(', ')}.`);
  }
  const named = positionals.filter(isPart);
  const { workloads, contenders, against } = values;
  return {
    parts: new Set(named.length > 0 ? named : USUAL),
    help: values.help ?? false,
    store: readStore(values.store, named),
    starts: readCount('starts', values.starts),
    rounds: readCount('rounds', values.rounds),
    seconds: readCount('seconds', values.seconds),
    connections: readCount('connections', values.connections),
    minutes: readCount('minutes', values.minutes, 3),
    ...(workloads !== undefined && { workloads: workloads.split(',') }),
    ...(contenders !== undefined && { contenders: contenders.split(',') }),
    ...(against !== undefined && { against }),
    isDurable: values.durable ?? false,
    strict: values.strict ?? false,
  };
}

/** @throws RangeError if the store is unknown, has no URL, or does not support a part */
function readStore(name: string, parts: readonly Part[]): StoreName {
  const store = storeNames.find((one) => one === name);
  if (store === undefined) throw new RangeError(`Unknown store "${name}". Choose one of: ${storeNames.join(', ')}.`);
  if (store !== 'postgres' && parts.join() !== 'requests') {
    throw new RangeError(`${store} supports only the part "requests": npm run bench -- requests --store ${store}`);
  }
  if (store === 'sqlserver' && process.env[SQLSERVER_URL] === undefined) {
    throw new RangeError(
      `Set ${SQLSERVER_URL} to a SQL Server whose user may create databases: mssql://user:password@host:1433`,
    );
  }
  return store;
}

/**
 * Keeps the order of `all`.
 * @param kind used in the message
 * @throws RangeError for an unknown name
 */
export function choose<T extends { readonly name: string }>(
  kind: string,
  all: readonly T[],
  names: readonly string[] = all.map(({ name }) => name),
): readonly T[] {
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new RangeError(`Unknown ${kind} "${unknown}". Choose one of: ${all.map(({ name }) => name).join(', ')}.`);
  }
  return all.filter(({ name }) => names.includes(name));
}

export const isFullRun = ({ parts }: Options): boolean => USUAL.every((part) => parts.has(part));

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name);

function readCount(name: string, text: string, least = 1): number {
  const count = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0;
  if (count >= least) return count;
  throw new RangeError(`--${name} must be an integer from ${least} to 99999, found "${text}".`);
}
