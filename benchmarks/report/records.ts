import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BootResult } from '../boot/run-boot.ts';
import type { runGrowth } from '../growth/run-growth.ts';
import type { LimitResult } from '../limits/run-limits.ts';
import type { LiveResult } from '../live/run-live.ts';
import type { runMicro } from '../micro/run-micro.ts';
import type { Options } from '../read-options.ts';
import type { WorkloadResult } from '../requests/results.ts';
import type { SoakResult } from '../soak/run-soak.ts';
import type { StormResult } from '../storm/run-storm.ts';
import type { StoreName } from '../support/store-names.ts';
import type { WorkersResult } from '../workers/run-workers.ts';

type MicroResults = Awaited<ReturnType<typeof runMicro>>;
type GrowthResults = Awaited<ReturnType<typeof runGrowth>>;

export interface Results {
  readonly boot: readonly BootResult[];
  readonly requests: readonly WorkloadResult[];
  readonly 'requests-mariadb': readonly WorkloadResult[];
  readonly 'requests-mysql': readonly WorkloadResult[];
  readonly 'requests-sqlserver': readonly WorkloadResult[];
  readonly storm: readonly StormResult[];
  readonly micro: MicroResults;
  readonly growth: GrowthResults;
  readonly limits: readonly LimitResult[];
  readonly live: LiveResult;
  readonly soak: SoakResult;
  readonly workers: readonly WorkersResult[];
}

export interface Machine {
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  /** Load average of the minute before the run; above 0, other processes interfere. */
  readonly loadBefore: number;
}

export type Extent = Pick<Options, 'starts' | 'rounds' | 'seconds' | 'connections' | 'isDurable' | 'store'>;

export interface Recorded<Part extends keyof Results> {
  readonly machine: Machine;
  readonly extent: Extent;
  readonly results: Results[Part];
}

export const requestsOn = {
  postgres: 'requests',
  mariadb: 'requests-mariadb',
  mysql: 'requests-mysql',
  sqlserver: 'requests-sqlserver',
} as const satisfies Readonly<Record<StoreName, keyof Results>>;

/** Folder of the records, which Git ignores. */
const FOLDER = fileURLToPath(new URL('../results/', import.meta.url));

export function describeMachine(): Machine {
  return {
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    loadBefore: loadavg()[0] ?? 0,
  };
}

/**
 * Stores a record.
 * @param name name of the part, or any other name to keep the record out of the page
 * @returns path without extension
 */
export async function keep(name: string, record: Recorded<keyof Results>, picture?: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const file = join(FOLDER, `${new Date().toISOString().replaceAll(':', '-')}-${name}`);
  await writeFile(`${file}.json`, `${JSON.stringify(record, null, 2)}\n`);
  if (picture !== undefined) await writeFile(`${file}.svg`, picture);
  return file;
}

export async function readNewest<Part extends keyof Results>(part: Part): Promise<Recorded<Part> | undefined> {
  const names = await readdir(FOLDER).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith(`Z-${part}.json`))
    .toSorted()
    .at(-1);
  return newest === undefined ? undefined : JSON.parse(await readFile(join(FOLDER, newest), 'utf8'));
}
