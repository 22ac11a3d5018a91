import type { Refusal } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import { ConfigurationError } from '../base/problem.ts';
import type { Snapshot } from './snapshot.ts';

/** Milliseconds between attempts to read a catalog that does not fit the configuration, or cannot be read. */
const RETRY_MS = 1000;

/** Faults that are remembered: more than statements can fail with. */
const MAX_FAULTS = 1000;

/** How parts are made, and how it is noticed that they have to be. */
export interface RebuildOptions {
  readonly make: (previous: Snapshot) => Promise<Snapshot>;
  /** A text that is another one once the catalog has changed. */
  readonly readCatalogVersion: () => Promise<string>;
  /** Milliseconds between readings of the mark; 0 for none. */
  readonly interval: number;
  readonly observe: Observers['observe'];
}

/**
 * The parts that answer now. All are made anew at once when the mark of the catalog changes, or when the database turns out not to be as the
 * catalog said. While that fails, the old parts go on answering what they still can.
 */
export class SnapshotHolder {
  readonly #remaking: RebuildOptions;
  /** Faults that stayed the same although the catalog, read again, said the same. */
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
   * Makes the parts anew, once for all who ask meanwhile, and no sooner than `RETRY_MS` after the last time: a statement that always fails
   * must not have the catalog read at every request.
   * @param failed the parts that did not fit the database
   * @returns whether there are other parts now, with the same schema
   */
  async refresh(failed: Snapshot): Promise<boolean> {
    if (this.#parts === failed) {
      if (performance.now() < this.#earliest) this.#renewLater();
      else await this.#renewOnce();
    }
    return this.#parts !== failed && this.#parts.schema === failed.schema;
  }

  /** Remembers a fault that stays, however often the catalog is read. */
  rememberFault(fault: Refusal): void {
    if (this.#faults.size < MAX_FAULTS) this.#faults.add(this.#faultKey(fault));
  }

  /** Whether a fault is known to stay while the catalog is as it is. */
  isPersistent(fault: Refusal): boolean {
    return this.#faults.has(this.#faultKey(fault));
  }

  #faultKey({ cause }: Refusal): string {
    return `${this.#parts.mark}\n${cause instanceof Error ? cause.message : String(cause)}`;
  }

  /** Ends all looks and attempts. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
  }

  /** Looks whether the catalog has changed. A database that does not answer counts as unchanged. */
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

  /** Observes the problems, when they are other ones than the last time. */
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
