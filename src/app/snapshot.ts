import type { GraphQLSchema } from 'graphql';
import type { Audit } from '../audit/audit.ts';
import type { Observers } from '../base/observers.ts';
import type { Authentication } from '../config/config.ts';
import type { SessionSettingsOf } from '../dialect/store-kind.ts';
import type { ExecutionContext } from '../execute/execution-context.ts';
import type { Model } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { IntrospectionCache } from './introspections.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import type { ScriptCache } from './script-cache.ts';

/** The runtime state of one catalog version. */
export interface Snapshot extends ExecutionContext {
  readonly schema: GraphQLSchema;
  readonly restSchema: GraphQLSchema | undefined;
  readonly catalogVersion: string;
  readonly schemaHash: string;
  /** Keys (`problemKey`) of the warnings already reported for this catalog version. */
  readonly reportedWarnings: ReadonlySet<string>;
  readonly model: Model;
  readonly store: Store;
  readonly sessionSettingsOf?: SessionSettingsOf;
  readonly operations: PreparedOperations;
  readonly scripts: ScriptCache;
  readonly introspections: IntrospectionCache;
  readonly authentication: Authentication;
  /** Milliseconds; absent if not shorter than the general timeout. */
  readonly anonymousStatementTimeoutMs?: number;
  readonly exposesDatabaseErrors: boolean;
  readonly observers: Observers;
  /** Absent if traces are disabled. */
  readonly tracing?: Tracing;
  /** Absent if the audit log is disabled. */
  readonly audit?: Audit;
}
