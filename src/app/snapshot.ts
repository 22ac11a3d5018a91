import type { GraphQLSchema } from 'graphql';
import type { Observers } from '../base/observers.ts';
import type { Authentication } from '../config/config.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { ExecutionContext } from '../execute/execution-context.ts';
import type { Model } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { IntrospectionCache } from './introspections.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import type { ScriptCache } from './script-cache.ts';

/** The runtime state of one catalog version. */
export interface Snapshot extends ExecutionContext {
  readonly schema: GraphQLSchema;
  readonly restSchema: GraphQLSchema | undefined;
  /** Catalog version; changes whenever the catalog changes. */
  readonly catalogVersion: string;
  /** Hash of the schemas. */
  readonly fingerprint: string;
  readonly model: Model;
  readonly store: Store;
  /** Returns session settings that identify the caller; absent if none are configured. */
  readonly sessionContext?: StoreKind['sessionContext'];
  readonly operations: PreparedOperations;
  readonly scripts: ScriptCache;
  readonly introspections: IntrospectionCache;
  readonly authentication: Authentication;
  /** Milliseconds for one statement of an unauthenticated read; absent if not shorter than for others. */
  readonly anonymousStatement?: number;
  /** Clients may see the database's own failure messages. */
  readonly exposesDatabaseErrors: boolean;
  readonly observers: Observers;
}
