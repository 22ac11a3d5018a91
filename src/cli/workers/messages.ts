import type { CatalogData, DatabaseDescription } from '../../app/shared-catalog.ts';
import type { Problem } from '../../base/problem.ts';
import type { RequestTopic, Topic } from '../../base/worker-channel.ts';
import type { Config } from '../../config/config.ts';

export interface WorkerSettings {
  /** Contains this worker's share of the limits. */
  readonly config: Config;
  /** True if the worker reads and watches the catalog. */
  readonly readsCatalog: boolean;
  /** Absent if no worker has read the catalog yet. */
  readonly description?: DatabaseDescription | undefined;
  readonly logLevel: string;
  readonly logFormat: 'json' | 'pretty';
}

export interface StartedWorker {
  readonly problems: readonly ReportedProblem[];
  /** Present if the worker has read the catalog. */
  readonly description?: DatabaseDescription | undefined;
}

export interface ReportedProblem {
  readonly problem: Problem;
  readonly isCatalog: boolean;
}

/** Port of the service that accepted a connection. */
export type ListenerName = 'service' | 'metrics';

interface AcceptedConnection {
  readonly id: number;
  /** Number of open connections of the worker. */
  readonly open: number;
}

// To a worker:

export const START: RequestTopic<WorkerSettings, StartedWorker> = { name: 'start' };

/** Passes a connection. The worker confirms it by `ACCEPTED`. */
export const CONNECTION: Topic<{ readonly id: number; readonly listener: ListenerName }> = { name: 'connection' };

/** Prints the URL of the service. */
export const INTRODUCE: Topic<{ readonly url: string; readonly issuer?: string | undefined }> = { name: 'introduce' };

/** In development, prints unexposed objects, and changes of the catalog from then on. */
export const REPORT_CATALOG: Topic<null> = { name: 'report-catalog' };

/** Makes the worker read and watch the catalog, because the previous reader has ended. */
export const BECOME_READER: Topic<null> = { name: 'become-reader' };

/** Passes a catalog that another worker has read. */
export const CATALOG: Topic<CatalogData> = { name: 'catalog' };

/** Reads the catalog for another worker. */
export const READ_CATALOG: RequestTopic<null, CatalogData> = { name: 'read-catalog' };

/** Ends the connections of the worker. The response follows when no connection is left. */
export const RETIRE: RequestTopic<null, null> = { name: 'retire' };

/** Rejects requests, so that clients notice the shutdown. The response follows when no further requests arrive. */
export const DRAIN: RequestTopic<null, null> = { name: 'drain' };

/** Completes requests in flight, and exits. */
export const CLOSE: Topic<null> = { name: 'close' };

/** Reports the mistakes of a configuration that could not be reloaded. */
export const RELOAD_FAILED: Topic<readonly Problem[]> = { name: 'reload-failed' };

/** Opens the file of the audit log again. */
export const REOPEN_FILES: Topic<null> = { name: 'reopen-files' };

// From a worker:

export const ACCEPTED: Topic<AcceptedConnection> = { name: 'accepted' };

/** Number of open connections, after connections have closed. */
export const OPEN_CONNECTIONS: Topic<number> = { name: 'open-connections' };

export const CATALOG_READ: Topic<DatabaseDescription> = { name: 'catalog-read' };

/** Requests the catalog from the reader. The response is undefined while no worker is the reader. */
export const REQUEST_CATALOG: RequestTopic<null, CatalogData | undefined> = { name: 'request-catalog' };

// In both directions:

export const PROBLEM: Topic<ReportedProblem> = { name: 'problem' };
