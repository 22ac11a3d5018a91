import type { ApiError } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import { ConfigurationError, problemKey } from '../base/problem.ts';
import type { Snapshot } from './snapshot.ts';

const RETRY_MS = 1000;

const MAX_PERSISTENT_ERRORS = 1000;

export interface RebuildOptions {
  readonly build: (previous: Snapshot) => Promise<Snapshot>;
  readonly readCatalogVersion: () => Promise<string>;
  /** Milliseconds; 0 disables polling. */
  readonly interval: number;
  /** False if another process polls. */
  readonly isPolling?: boolean;
  readonly observe: Observers['observe'];
}

/** Rebuilds the snapshot after a catalog change. If that fails, the old snapshot stays in use. */
export class SnapshotHolder {
  readonly #options: RebuildOptions;
  /** Errors that a reload of the catalog did not fix. */
  readonly #persistentErrors = new Set<string>();
  #pollTimer: NodeJS.Timeout | undefined;
  #snapshot: Snapshot;
  #refreshing: Promise<unknown> | undefined;
  #nextRefreshAt = 0;
  #isClosed = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #lastReported = '';

  constructor(snapshot: Snapshot, options: RebuildOptions) {
    this.#snapshot = snapshot;
    this.#options = options;
    if (options.isPolling !== false) this.#startPolling();
  }

  get(): Snapshot {
    return this.#snapshot;
  }

  /** Polls from now on, because the process that polled has ended. */
  watch(): void {
    if (this.#isClosed || this.#options.interval === 0) return;
    this.#startPolling();
    void this.#poll();
  }

  get isRebuilding(): boolean {
    return this.#refreshing !== undefined;
  }

  /** Rebuilds the snapshot now. If that fails, the old snapshot stays in use. @returns the error */
  rebuild(): Promise<unknown> {
    return this.#refreshOnce();
  }

  /**
   * Rebuilds the snapshot once for concurrent callers. Waits `RETRY_MS` between rebuilds, because some statements
   * always fail.
   * @param failed the snapshot that did not match the database
   * @returns true if there is a new snapshot with the same schema
   */
  async refresh(failed: Snapshot): Promise<boolean> {
    if (this.#snapshot === failed) {
      if (performance.now() < this.#nextRefreshAt) this.#scheduleRefresh();
      else await this.#refreshOnce();
    }
    return this.#snapshot !== failed && this.#snapshot.schema === failed.schema;
  }

  rememberPersistent(schemaChange: ApiError): void {
    if (this.#persistentErrors.size < MAX_PERSISTENT_ERRORS) this.#persistentErrors.add(this.#errorKey(schemaChange));
  }

  isPersistent(schemaChange: ApiError): boolean {
    return this.#persistentErrors.has(this.#errorKey(schemaChange));
  }

  #errorKey({ cause }: ApiError): string {
    return `${this.#snapshot.catalogVersion}\n${cause instanceof Error ? cause.message : String(cause)}`;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pollTimer);
    clearTimeout(this.#retryTimer);
  }

  #startPolling(): void {
    const { interval } = this.#options;
    if (interval > 0) this.#pollTimer ??= setInterval(() => void this.#poll(), interval).unref();
  }

  /** An unreachable database counts as unchanged. */
  async #poll(): Promise<void> {
    if (this.#refreshing !== undefined || this.#retryTimer !== undefined) return;
    const { catalogVersion } = this.#snapshot;
    const currentVersion = await this.#options.readCatalogVersion().catch(() => catalogVersion);
    if (currentVersion !== catalogVersion && !this.#isClosed) await this.#refreshOnce();
  }

  #refreshOnce(): Promise<unknown> {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#refreshing ??= this.#rebuild().finally(() => {
      this.#refreshing = undefined;
      this.#nextRefreshAt = performance.now() + RETRY_MS;
    });
    return this.#refreshing;
  }

  /** Returns the error of a failed attempt. */
  async #rebuild(): Promise<unknown> {
    const { build: make, observe } = this.#options;
    const before = this.#snapshot;
    const since = performance.now();
    try {
      this.#snapshot = await make(before);
      this.#lastReported = '';
      observe({ kind: 'catalogChecked', remaining: this.#snapshot.reportedWarnings });
      const schemaChanged = this.#snapshot.schema !== before.schema;
      observe({ kind: 'catalogRead', duration: performance.now() - since, schemaChanged });
      return undefined;
    } catch (error) {
      this.#report(error);
      this.#scheduleRefresh();
      return error;
    }
  }

  #scheduleRefresh(): void {
    if (this.#isClosed) return;
    this.#retryTimer ??= setTimeout(() => void this.#refreshOnce(), RETRY_MS).unref();
  }

  #report(error: unknown): void {
    const problems =
      error instanceof ConfigurationError
        ? error.problems
        : [{ path: [], message: String(error), severity: 'error' as const }];
    const { observe } = this.#options;
    const keys = problems.map(problemKey);
    const text = keys.join('\n');
    if (text !== this.#lastReported) {
      // The old snapshot stays in use, and so do its warnings.
      observe({ kind: 'catalogChecked', remaining: new Set([...this.#snapshot.reportedWarnings, ...keys]) });
      for (const problem of problems) observe({ kind: 'problem', problem, isCatalog: true });
    }
    this.#lastReported = text;
  }
}
