import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../base/problem.ts';
import type { DatabaseType, EntityConfig } from '../config/config.ts';
import type { Catalog } from '../model/catalog.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

/** The catalog of the database, as data that another process can receive. */
export interface CatalogData {
  readonly version: string;
  readonly catalog: Catalog;
  /** Warnings about the configuration, including warnings that only the database reveals. */
  readonly problems: readonly Problem[];
}

/** All data that startup reads from the database. */
export interface DatabaseDescription {
  readonly databaseType: DatabaseType;
  /** Includes the entities of `autoentities`. */
  readonly entities: readonly EntityConfig[];
  readonly catalogData: CatalogData;
}

/** Shares a catalog among workers. One worker, the reader, reads and watches the catalog. */
export interface SharedCatalog {
  /** Absent in the worker that reads the catalog at startup. */
  readonly initial?: DatabaseDescription;
  /** Becomes true if this worker replaces the reader. */
  readonly readsCatalog: boolean;
  /** Passes a new catalog to the other workers. */
  publish(description: DatabaseDescription): void;
  /**
   * Requests the catalog from the reader.
   * @returns undefined if the reader ends before it responds; another worker then becomes the reader
   * @throws the error of the reader
   */
  request(): Promise<CatalogData | undefined>;
  /** Registers the functions that handle messages about the catalog. Called after startup. */
  connect(holder: CatalogHolder): void;
}

export interface CatalogHolder {
  /** Applies the catalog of another worker. */
  apply(catalogData: CatalogData): void;
  /** Reads the catalog for another worker. @throws ConfigurationError; ApiError Unavailable */
  read(): Promise<CatalogData>;
  /** Starts to watch the catalog. */
  watch(): void;
}

/** Milliseconds between requests while another worker becomes the reader. */
const RETRY_MS = 50;

/** Supplies a worker with the catalog: from the database, or from the worker that reads it. */
export class WorkerCatalog {
  readonly #shared: SharedCatalog;
  readonly #described: Omit<DatabaseDescription, 'catalogData'>;
  /** A catalog from another worker, until `next` returns it. */
  #received: CatalogData | undefined;
  #last: CatalogData | undefined;
  #lastPublished = '';

  constructor(shared: SharedCatalog, described: Omit<DatabaseDescription, 'catalogData'>) {
    this.#shared = shared;
    this.#described = described;
    this.#received = shared.initial?.catalogData;
  }

  get readsCatalog(): boolean {
    return this.#shared.readsCatalog;
  }

  /**
   * Returns the catalog for the next snapshot. Undefined if this worker reads it from the database.
   * @throws the error of the worker that reads the catalog
   */
  async next(): Promise<CatalogData | undefined> {
    const received = this.#received;
    this.#received = undefined;
    if (received !== undefined) return received;
    while (!this.#shared.readsCatalog) {
      const catalogData = await this.#shared.request();
      if (catalogData !== undefined) return catalogData;
      await sleep(RETRY_MS);
    }
    return undefined;
  }

  /** Publishes a catalog that this worker has read, unless the other workers have it. */
  onRead(catalogData: CatalogData): void {
    this.#last = catalogData;
    if (!this.#shared.readsCatalog || catalogData.version === this.#lastPublished) return;
    this.#lastPublished = catalogData.version;
    this.#shared.publish({ ...this.#described, catalogData });
  }

  connect(holder: SnapshotHolder): void {
    this.#shared.connect({
      apply: (catalogData) => {
        this.#received = catalogData;
        void this.#apply(holder);
      },
      read: async () => {
        const before = holder.get();
        const error = await holder.rebuild();
        if (holder.get() === before) throw error ?? new Error('The catalog cannot be read');
        return this.#last as CatalogData;
      },
      watch: () => holder.watch(),
    });
  }

  async #apply(holder: SnapshotHolder): Promise<void> {
    if (holder.isRebuilding) await holder.rebuild();
    if (this.#received?.version === holder.get().catalogVersion) this.#received = undefined;
    if (this.#received !== undefined) await holder.rebuild();
  }
}
