import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import type { FaultDatabase, StartOptions } from './database/fault-database.ts';
import { databases } from './databases.ts';
import { Load } from './load/load.ts';
import { type Changes, configurationFor } from './service/configuration.ts';
import { type ServiceProcess, startService } from './service/service-process.ts';

/** The environment of a scenario. */
export interface Stage {
  readonly database: FaultDatabase;
  readonly service: ServiceProcess;
  readonly load: Load;
  /** Files of the scenario; removed with the stage. */
  readonly folder: string;
}

export interface StageOptions extends Changes {
  /** A key of `databases`. */
  readonly databaseName?: string;
  /** Settings of the database server. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly elsewhere?: StartOptions['elsewhere'];
  /** Starts something between service and database. @returns the URL for the service, and a function that stops it */
  readonly between?: (database: FaultDatabase, folder: string) => Promise<Between | undefined>;
}

export interface Between {
  readonly connectionString: string;
  close(): Promise<void>;
}

/**
 * Milliseconds added to the request timeout for delivering the response, after which a request counts as hung on any
 * machine.
 */
const WAY_MS = 5000;
const PATIENCE_MS = 30_000;

/** The default `request-timeout-ms`. */
const REQUEST_TIMEOUT_MS = 35_000;

/** Runs work with its own database and service, which are removed afterwards. */
export async function withStage<T>(options: StageOptions, work: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder();
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const start = databases[options.databaseName ?? 'postgres'];
    if (start === undefined) throw new Error(`Fault tests run only on ${Object.keys(databases).join(', ')}.`);
    const database = await start(join(folder, 'database'), {
      settings: options.settings ?? {},
      ...(options.elsewhere !== undefined && { elsewhere: options.elsewhere }),
    });
    ends.unshift(() => database.close());
    const between = await options.between?.(database, folder);
    if (between !== undefined) ends.unshift(() => between.close());
    const service = await startService(folder, configurationFor({ ...database, ...between }, options));
    ends.unshift(() => service.stop('SIGINT'));
    const requestTimeout = options.limits?.['request-timeout-ms'] ?? REQUEST_TIMEOUT_MS;
    const load = new Load({
      origin: service.origin,
      inTime: requestTimeout + WAY_MS,
      timeoutMs: requestTimeout + PATIENCE_MS,
    });
    return await work({ database, service, folder, load });
  } finally {
    for (const end of ends) await end();
  }
}
