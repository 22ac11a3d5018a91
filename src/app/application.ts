import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Audit } from '../audit/audit.ts';
import type { ApiError } from '../base/errors.ts';
import type { Identity } from '../base/identity.ts';
import type { ReceivedRequest, SessionPool } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { ReportedProblem } from '../base/problem-history.ts';
import type { Config } from '../config/config.ts';
import type { Model } from '../model/model.ts';
import type { StreamPosition } from '../operation/stream-position.ts';
import type { Plan, StreamTraits } from '../plan/shape/plan.ts';
import type { Driver, TableName, TableVersion } from '../store/driver.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { UnexposedObject } from './own-catalog.ts';
import type { CacheStatistics } from './script-cache.ts';

/** A running service without its HTTP server. */
export interface Application {
  readonly config: Config;
  readonly model: Model;
  readonly schema: GraphQLSchema;
  /** Undefined without a REST API. */
  readonly restSchema: GraphQLSchema | undefined;
  readonly sdl: string;
  /** Never throws for client errors. */
  answer(request: AnswerRequest): Promise<AnswerResult>;
  /** Reads of live queries. */
  readonly live: LiveReads;
  /** @throws ApiError like `answer` */
  explain(request: AnswerRequest): Explanation;
  /**
   * Returns the tables, views, and routines that no entity exposes. Reads the whole catalog, at most once per minute
   * unless the catalog of the entities changes.
   * @throws ApiError Unavailable
   */
  readUnexposed(): Promise<readonly UnexposedObject[]>;
  /**
   * Adds the database's plan of each statement of a query. The statements never run.
   * @throws ApiError like `answer`, for a full queue, and for a timeout
   */
  explainInDatabase(request: AnswerRequest): Promise<Explanation>;
  /** Problems since the start, newest first. */
  readonly reportedProblems: readonly ReportedProblem[];
  readonly observers: Observers;
  /** Notifications of the database. Absent if the database sends no notifications. The caller closes them. */
  readonly notifications?: Driver['notifications'];
  /** Absent if the database has no versions of tables. @throws ApiError if it does not respond within a second */
  readonly tableVersions?: (tables: readonly TableName[]) => Promise<readonly TableVersion[]>;
  /** Absent if traces are disabled. */
  readonly tracing?: Tracing;
  /** Absent if the audit log is disabled. */
  readonly audit?: Audit;
  readonly statistics: () => Statistics;
  readonly isFull: { readonly reads: boolean; readonly changes: boolean };
  /** @throws ApiError Unavailable if the database does not respond */
  ping(): Promise<void>;
  /** Waits for running statements before it closes the sessions. */
  close(): Promise<void>;
}

export interface PoolStatistics {
  /** Number of sessions in use. */
  readonly inUse: number;
  readonly open: number;
  readonly max: number;
  /** Number of operations in the queue. */
  readonly waiting: number;
}

export interface Statistics {
  readonly pools: Readonly<Record<SessionPool, PoolStatistics>>;
  readonly scripts: CacheStatistics;
}

export interface AnswerRequest {
  /** Schema that validated the document; defaults to the current public schema. */
  readonly schema?: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  /**
   * Response keys of values to return separately: an item's ETag and key fields, or page metadata. Requires a single
   * root.
   */
  readonly metadata?: readonly string[];
  /** Parsed with `parseJson`, which keeps all digits of numbers. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Returns the errors of the document in the current schema. Live queries call it after the schema has changed. */
  readonly validate?: (document: DocumentNode) => readonly ApiError[];
  /** Set for a page of a stream. */
  readonly position?: StreamPosition;
  readonly identity: Identity;
  readonly received?: ReceivedRequest;
  /** Time by `performance.now()`. Changes that are not committed by then are rolled back. */
  readonly deadline?: number;
  /** Aborted on disconnect or timeout. */
  readonly signal?: AbortSignal;
}

export interface RootChange {
  /** Includes nested rows. */
  readonly affected: number;
  readonly created: boolean;
}

/** Values as JSON by response key, but strings without quotes. All values are null if no row was found. */
export type Metadata = Readonly<Record<string, string | null>>;

export interface SuccessfulAnswer {
  readonly kind: 'answered';
  /**
   * JSON of all root fields. If the request names `metadata`, JSON of the root field's value, or of the items of its
   * page. `null` if no row was found.
   */
  readonly data: string;
  readonly metadata: Metadata;
  readonly entities: readonly string[];
  /** By response key of the root; empty for a query. */
  readonly changes: ReadonlyMap<string, RootChange>;
}

export type AnswerResult =
  | SuccessfulAnswer
  /**
   * No statement was sent, or the whole request failed: `Unavailable`, `OutcomeUnknown`, or a failure of the audit log.
   */
  | { readonly kind: 'rejected'; readonly apiErrors: readonly ApiError[] }
  /** A statement was sent, and failed with another error. */
  | { readonly kind: 'failed'; readonly apiError: ApiError };

/** Reads of live queries, on sessions that requests of clients never use. */
export interface LiveReads {
  /** @throws ApiError as a query would: invalid variables, missing permissions, limits */
  prepare(request: AnswerRequest): LiveMember;
  /**
   * Writes the rejection of a live query to the audit log.
   * @throws ApiError Unavailable if the line cannot be written and `audit.on-failure` is `refuse`
   */
  reject(request: AnswerRequest, apiError: ApiError): Promise<void>;
  /** Reads members of one cohort. A failing member does not fail the others. Never rejects. */
  read(reads: readonly LiveRequest[], options?: LiveReadOptions): Promise<readonly LiveResult[]>;
  /** Reads a page of a stream. Never rejects. */
  readPage(member: LiveMember, position: StreamPosition, signal?: AbortSignal): Promise<StreamPage>;
}

/**
 * - `shared`: other members wait for the statement, so it is canceled after a second
 * - `suspect`: members of a canceled statement; their statements run one after another, and are canceled sooner
 * - `slow`: members that were canceled although they were read alone; two of their statements run at a time
 */
export type LiveLane = 'shared' | 'suspect' | 'slow';

export interface LiveReadOptions {
  readonly signal?: AbortSignal;
  /** Defaults to `shared`. */
  readonly lane?: LiveLane;
  /** Receives each result as soon as its statement has ended. */
  readonly deliver?: (result: LiveResult, index: number) => void;
}

export interface LiveRequest {
  readonly member: LiveMember;
  /** Hash of the result that the member received last. Undefined before its first result. */
  readonly hash: string | undefined;
}

export interface LiveMember {
  /**
   * Members with equal keys share a statement. With `set-session-context`, each caller has a separate key, because the
   * statement runs with the caller's claims.
   */
  readonly cohort: string;
  /** Names of the entities that the plan reads, including those of policies. */
  readonly entities: readonly string[];
  /** True if the plan reads a junction table without an entity. */
  readonly readsUnnamedTable: boolean;
  /** Set for a stream, which is read by `readPage`. */
  readonly stream?: StreamTraits['order'];
}

export type LiveResult = (
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'changed'; readonly hash: string } & Pick<SuccessfulAnswer, 'data' | 'metadata'>)
  | { readonly kind: 'failed'; readonly apiError: ApiError }
  /** The statement was too slow, or the database ended it. Its members become suspects. */
  | { readonly kind: 'canceled' }
) & {
  /** Present if the member was read alone, and took longer than a suspect may take. */
  readonly isSlow?: true;
};

export type StreamPage =
  | {
      readonly kind: 'page';
      readonly data: string;
      /** May change when the catalog changes. */
      readonly order: StreamTraits['order'];
      /** Undefined if the page has no rows. */
      readonly endCursor: string | undefined;
      /** Cursor of the last row after the position, even if the row is still held back. Undefined if no row follows. */
      readonly newest: string | undefined;
    }
  | Extract<LiveResult, { kind: 'failed' }>;

export interface Explanation {
  readonly plan: Plan;
  readonly statements: readonly ExplainedStatement[];
}

export interface ExplainedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Condition; absent for an unconditional statement. */
  readonly when?: string;
  /** The database's plan, or the reason for its absence. Set only by `explainInDatabase`. */
  readonly databasePlan?: string;
  readonly databaseError?: string;
}
