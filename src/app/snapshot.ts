import type { GraphQLSchema } from 'graphql';
import type { Observers } from '../base/observers.ts';
import type { Authentication } from '../config/config.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { ExecutionContext } from '../execute/execution-context.ts';
import type { Model } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { Introspections } from './introspections.ts';
import type { PreparedOperations } from './prepared-operations.ts';
import type { ScriptCache } from './script-cache.ts';

/** The running parts that answering needs. */
export interface Snapshot extends ExecutionContext {
  readonly schema: GraphQLSchema;
  readonly restSchema: GraphQLSchema | undefined;
  /** The mark of the catalog when it was read: another text once the catalog has changed. */
  readonly mark: string;
  /** Equal for equal schemas. */
  readonly fingerprint: string;
  readonly model: Model;
  readonly store: Store;
  /** What sessions are told of who asks; absent where they are told nothing. */
  readonly sessionContext?: StoreKind['sessionContext'];
  readonly operations: PreparedOperations;
  readonly scripts: ScriptCache;
  readonly introspections: Introspections;
  /** How callers could say who they are. */
  readonly authentication: Authentication;
  /** Milliseconds of one statement of a read for a caller who is not identified; absent where it is not shorter than for others. */
  readonly anonymousStatement?: number;
  /** Whether clients are told what the database said of its own failures. */
  readonly tellsFaults: boolean;
  readonly observers: Observers;
}
