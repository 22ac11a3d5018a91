import type { Refusal } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import { ConfigurationError } from '../base/problem.ts';
import type { Snapshot } from './snapshot.ts';

/** Delay between attempts to read a catalog that is unreadable or does not match the configuration. */
const RETRY_MS = 1000;

/** In practice never reached. */
const MAX_FAULTS = 1000;

export interface RebuildOptions {
  readonly make: (previous: Snapshot) => Promise<Snapshot>;
  /** Returns a string that changes whenever the catalog changes. */
  readonly readCatalogVersion: () => Promise<string>;
  /** Milliseconds between reads of the catalog version; 0 to disable. */
  readonly interval: number;
  readonly observe: Observers['observe'];
}

/**
 * Rebuilds the snapshot when the catalog version changes, or when the database turns out not to match the catalog. If
 * that fails, the old snapshot stays in use.
 */
export class SnapshotHolder {
  readonly #remaking: RebuildOptions;
  /** Faults that persisted although the reloaded catalog was unchanged. */
  readonly #faults = new Set<string>();
  readonly #watch: NodeJS.Timeout | undefined;
  #parts: Snapshot;
  #renewing: Promise<void> | undefined;
  #earliest = 0;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #lastReported = '';

  constructor(parts: Snapshot, remaking: RebuildOptions) {
    this.#parts = parts;
    this.#remaking = remaking;
    if (remaking.interval > 0) this.#watch = setInterval(() => void this.#poll(), remaking.interval).unref();
  }

  get(): Snapshot {
    return this.#parts;
  }

  /**
   * Rebuilds the snapshot, once for concurrent callers. Rate-limited by `RETRY_MS`, so a permanently failing statement
   * cannot trigger a catalog read on every request.
   * @param failed the snapshot that did not match the database
   * @returns true if there is a new snapshot with the same schema
   */
  async refresh(failed: Snapshot): Promise<boolean> {
    if (this.#parts === failed) {
      if (performance.now() < this.#earliest) this.#renewLater();
      else await this.#renewOnce();
    }
    return this.#parts !== failed && this.#parts.schema === failed.schema;
  }

  /** Remembers a fault that a catalog reload does not fix. */
  rememberFault(fault: Refusal): void {
    if (this.#faults.size < MAX_FAULTS) this.#faults.add(this.#faultKey(fault));
  }

  isPersistent(fault: Refusal): boolean {
    return this.#faults.has(this.#faultKey(fault));
  }

  #faultKey({ cause }: Refusal): string {
    return `${this.#parts.mark}\n${cause instanceof Error ? cause.message : String(cause)}`;
  }

  /** Stops polling and cancels pending retries. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
  }

  /** An unreachable database counts as unchanged. */
  async #poll(): Promise<void> {
    if (this.#renewing !== undefined || this.#retry !== undefined) return;
    const { mark } = this.#parts;
    const found = await this.#remaking.readCatalogVersion().catch(() => mark);
    if (found !== mark && !this.#closed) await this.#renewOnce();
  }

  #renewOnce(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#renewing ??= this.#replace().finally(() => {
      this.#renewing = undefined;
      this.#earliest = performance.now() + RETRY_MS;
    });
    return this.#renewing;
  }

  async #replace(): Promise<void> {
    const { make, observe } = this.#remaking;
    const before = this.#parts;
    const since = performance.now();
    try {
      this.#parts = await make(before);
      this.#lastReported = '';
      const schemaChanged = this.#parts.schema !== before.schema;
      observe({ kind: 'catalogRead', duration: performance.now() - since, schemaChanged });
    } catch (error) {
      this.#report(error);
      this.#renewLater();
    }
  }

  #renewLater(): void {
    if (this.#closed) return;
    this.#retry ??= setTimeout(() => void this.#renewOnce(), RETRY_MS).unref();
  }

  /** Skips problems that equal the last report. */
  #report(error: unknown): void {
    const problems =
      error instanceof ConfigurationError
        ? error.problems
        : [{ path: [], message: String(error), severity: 'error' as const }];
    const text = JSON.stringify(problems);
    if (text !== this.#lastReported)
      for (const problem of problems) this.#remaking.observe({ kind: 'problem', problem });
    this.#lastReported = text;
  }
}
