import type { Identity } from '../base/identity.ts';
import type { Problem } from '../base/problem.ts';
import type { DatabaseType, DataSource, SessionContext } from '../config/config.ts';
import type { ReadType } from '../model/catalog-routine.ts';
import type { Model } from '../model/model.ts';
import type { Predicate } from '../plan/shape/predicate.ts';
import type { Capabilities } from '../sql/dialect.ts';
import type { BoundStatement, Driver } from '../store/driver.ts';
import type { Store } from '../store/store.ts';
import type { PasswordSource } from './driver/password/password-source.ts';
import type {
  AreComparable,
  Introspect,
  ListObjects,
  ProbeView,
  QueryRows,
  ReadCatalogVersion,
  ReadTableVersions,
} from './introspection.ts';

export type ConnectedSource = DataSource & {
  readonly connectionString: string;
  /** Absent if the password is part of the connection string. */
  readonly passwords?: PasswordSource;
};

/** @throws ApiError Forbidden */
export type SessionSettingsOf = (identity: Identity) => BoundStatement['settings'];

/** Support for one type of database: reading its catalog, compiling plans to its SQL, and opening sessions. */
export interface StoreKind {
  readonly capabilities: Capabilities;
  /**
   * @param catalogGeneration number of catalog reloads, from 0; part of statement names, because sessions may hold
   *   statements prepared for an earlier catalog
   */
  readonly createStore: (model: Model, catalogGeneration: number) => Store;
  /** Checks that a policy compiles. Absent if every policy compiles. @throws ApiError OperationNotOffered */
  readonly tryCompilePolicy?: (policy: Predicate) => void;
  readonly introspect: Introspect;
  /** Absent if `introspect` reads all objects and routines, whatever the scope. */
  readonly listObjects?: ListObjects;
  readonly readCatalogVersion: ReadCatalogVersion;
  /** Absent if the database has no versions of tables. */
  readonly readTableVersions?: ReadTableVersions;
  readonly probeView: ProbeView;
  /** Absent if all values are comparable. */
  readonly areComparable?: AreComparable;
  /** Parses a declared result column. Absent without procedures, or if the catalog describes their results. */
  readonly readType?: ReadType;
  /** Returns a function that describes identities to the database. @throws ApiError Forbidden from that function */
  readonly createSessionSettingsOf?: (config: SessionContext) => SessionSettingsOf;
  /** Checks the context against the database. Absent if every context that the configuration accepts is valid. */
  readonly checkSessionContext?: (config: SessionContext, query: QueryRows) => Promise<readonly Problem[]>;
  /** Returns the type of the server. Absent if no other database has this protocol. @throws ApiError Unavailable */
  readonly identify?: (source: ConnectedSource) => Promise<DatabaseType>;
  readonly open: (source: ConnectedSource) => Promise<Driver>;
}
