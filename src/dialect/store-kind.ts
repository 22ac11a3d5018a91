import type { Identity } from '../base/identity.ts';
import type { DatabaseType, DataSource } from '../config/config.ts';
import type { ReadType } from '../model/catalog-routine.ts';
import type { Model } from '../model/model.ts';
import type { Capabilities } from '../sql/dialect.ts';
import type { BoundStatement, Driver } from '../store/driver.ts';
import type { Store } from '../store/store.ts';
import type { AreComparable, Introspect, ProbeView, ReadCatalogVersion } from './introspection.ts';

/** A source whose database runs, be it that it was started for it. */
export type ConnectedSource = DataSource & { readonly connectionString: string };

/** What one kind of database brings along. */
export interface StoreKind {
  readonly capabilities: Capabilities;
  /** @param generation which reading of the catalog this is, counted from 0: sessions keep what they prepared for another one */
  readonly createStore: (model: Model, generation: number) => Store;
  readonly introspect: Introspect;
  readonly readCatalogVersion: ReadCatalogVersion;
  readonly probeView: ProbeView;
  /** Absent where all values are compared with each other. */
  readonly areComparable?: AreComparable;
  /** Absent where the database tells what procedures select, or where that is not asked. */
  readonly readType?: ReadType;
  /** What a session is told of who asks, for rules of the database itself; absent where it is told nothing. @throws Refusal Forbidden */
  readonly sessionContext?: (identity: Identity) => BoundStatement['settings'];
  /** Asks which kind of database is there; absent where none but this one speaks its protocol. @throws Refusal Unavailable */
  readonly identify?: (source: ConnectedSource) => Promise<DatabaseType>;
  readonly open: (source: ConnectedSource) => Promise<Driver>;
}
