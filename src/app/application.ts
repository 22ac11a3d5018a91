import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { ApiError } from '../base/errors.ts';
import type { Identity } from '../base/identity.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { Config } from '../config/config.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/shape/plan.ts';

/** A running service without its HTTP server. */
export interface Application {
  readonly config: Config;
  readonly model: Model;
  /** The public schema. */
  readonly schema: GraphQLSchema;
  /** The schema for documents of REST requests; undefined without a REST API. */
  readonly restSchema: GraphQLSchema | undefined;
  readonly sdl: string;
  /** Runs one operation of a valid document. Never throws for client errors. */
  answer(request: AnswerRequest): Promise<AnswerResult>;
  /**
   * Returns the plan and statements without running them.
   * @throws ApiError like `answer`
   */
  explain(request: AnswerRequest): Explanation;
  readonly observers: Observers;
  /** True if the queue accepts no more requests. */
  readonly isFull: { readonly reads: boolean; readonly changes: boolean };
  /** @throws ApiError Unavailable if the database does not respond */
  ping(): Promise<void>;
  /** Waits for running statements, then closes all sessions and the embedded server. */
  close(): Promise<void>;
}

export interface AnswerRequest {
  /** The schema against which the document was validated; defaults to the current public schema. */
  readonly schema?: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  /**
   * Response keys of metadata to return separately from the only root's value: an item's hash or key fields, or
   * metadata of a page.
   */
  readonly apart?: readonly string[];
  /** Parsed with `parseJson` of `base/json.ts`, which keeps the digits of numbers. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  /** For observations. */
  readonly received?: ReceivedRequest;
  /** Time from `performance.now()` at which the caller stops waiting. Unfinished changes are then rolled back. */
  readonly deadline?: number;
  /** Aborted when the client disconnects or its time is up. */
  readonly signal?: AbortSignal;
}

export interface RootChange {
  /** Includes nested rows. */
  readonly affected: number;
  readonly created: boolean;
}

/** JSON by response key, but without string quotes. All values are null if there is no row. */
export type Facts = Readonly<Record<string, string | null>>;

export interface Answered {
  readonly kind: 'answered';
  /**
   * Response JSON. With separate metadata, it is the only root's value: `null` if there is no row, and only the items
   * of a page or of rows created together.
   */
  readonly data: string;
  readonly facts: Facts;
  /** Names of the entities that it reads. */
  readonly entities: readonly string[];
  /** By response key of the mutation root; empty for a query. */
  readonly changes: ReadonlyMap<string, RootChange>;
}

export type AnswerResult =
  | Answered
  /** No statement was sent, or the database is unreachable. */
  | { readonly kind: 'rejected'; readonly apiErrors: readonly ApiError[] }
  /** A statement was sent and failed. */
  | { readonly kind: 'failed'; readonly apiError: ApiError };

export interface Explanation {
  readonly plan: Plan;
  readonly statements: readonly ExplainedStatement[];
}

export interface ExplainedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Condition for running it; absent if it always runs. */
  readonly when?: string;
}
