import type { TableName, TableVersion } from '../../store/driver.ts';
import { tableKey } from './change-payloads.ts';

/** Tables by `tableKey`. */
type Tables = ReadonlySet<string>;

interface VersionOptions {
  /** Rejects if the database does not respond. */
  readonly read: (tables: readonly TableName[]) => Promise<readonly TableVersion[]>;
  /** Milliseconds between two queries. */
  readonly interval: number;
  /** Receives tables that may have changed, or whose version is unavailable from now on. */
  readonly onChange: (tables: Tables) => void;
}

/** Polls the versions of tables, by one query for all. Without tables, it queries nothing. */
export class TableVersions {
  readonly #options: VersionOptions;
  #tables: readonly TableName[] = [];
  #versions: ReadonlyMap<string, string> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isClosed = false;
  /** By `performance.now()`. */
  #polledAt = Number.NEGATIVE_INFINITY;

  constructor(options: VersionOptions) {
    this.#options = options;
  }

  /** Returns true if the table has a version, so that polling finds every change. */
  has(table: string): boolean {
    return this.#versions.has(table);
  }

  watch(tables: readonly TableName[]): void {
    this.#tables = tables;
    const keys = new Set(tables.map(tableKey));
    this.#versions = new Map([...this.#versions].filter(([table]) => keys.has(table)));
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    this.#versions = new Map();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#isPolling || this.#tables.length === 0) return;
    const delay = Math.max(0, this.#polledAt + this.#options.interval - performance.now());
    this.#timer = setTimeout(() => void this.#poll(), delay).unref();
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    this.#polledAt = performance.now();
    const rows = await this.#options.read(this.#tables).catch(() => []);
    this.#isPolling = false;
    if (this.#isClosed) return;
    const watched = new Set(this.#tables.map(tableKey));
    const known = this.#versions;
    this.#versions = new Map(
      rows.map((row) => [tableKey(row), row.version] as const).filter(([table]) => watched.has(table)),
    );
    const changed = [...known].filter(([table, version]) => this.#versions.get(table) !== version);
    if (changed.length > 0) this.#options.onChange(new Set(changed.map(([table]) => table)));
    this.#schedule();
  }
}
