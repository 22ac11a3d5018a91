import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Refusal } from '../base/errors.ts';
import type { Identity } from '../base/identity.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { Config } from '../config/config.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/shape/plan.ts';

/** A running service without its HTTP server; created by `boot`, served by `server/`. */
export interface Application {
  readonly config: Config;
  readonly model: Model;
  /** The public schema, against which clients' documents are validated. */
  readonly schema: GraphQLSchema;
  /** The schema for documents of REST requests; undefined without a REST API. */
  readonly restSchema: GraphQLSchema | undefined;
  /** The public schema as SDL. */
  readonly sdl: string;
  /** Runs one operation of a valid document. Never throws for client errors. */
  answer(request: AnswerRequest): Promise<AnswerResult>;
  /**
   * Returns the plan and statements of an operation without running it.
   * @throws Refusal like `answer`
   */
  explain(request: AnswerRequest): Explanation;
  readonly observers: Observers;
  /** True if the queue for the database accepts no more requests. */
  readonly isFull: { readonly reads: boolean; readonly changes: boolean };
  /** @throws Refusal Unavailable if the database does not respond */
  ping(): Promise<void>;
  /** Waits for running statements, then closes all sessions and the embedded server, if any. */
  close(): Promise<void>;
}

export interface AnswerRequest {
  /** The schema against which the document was validated; defaults to the current public schema. */
  readonly schema?: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  /**
   * Response keys of metadata to return separately from the value of the only root: an item's hash or key fields, or
   * metadata of a page. If absent, the answer is a single text.
   */
  readonly apart?: readonly string[];
  /** Variables from the client, parsed with `parseJson` of `base/json.ts`, which keeps the digits of numbers. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  /** The HTTP request, for observations. */
  readonly received?: ReceivedRequest;
  /** Time from `performance.now()` at which the caller stops waiting. Unfinished changes are then rolled back. */
  readonly deadline?: number;
  /** Aborted when the client disconnects or its time is up. */
  readonly signal?: AbortSignal;
}

/** Row changes of a mutation field. */
export interface RootChange {
  /** Number of changed rows, including nested ones. */
  readonly affected: number;
  /** True if rows were created. */
  readonly created: boolean;
}

/** Metadata by response key, as JSON but without string quotes. All values are null if there is no row. */
export type Facts = Readonly<Record<string, string | null>>;

export interface Answered {
  readonly kind: 'answered';
  /**
   * Response JSON. With separate metadata, it is the value of the only root: `null` if there is no row, and only the
   * items for a page or for rows created together.
   */
  readonly data: string;
  /** The separate metadata. */
  readonly facts: Facts;
  /** Names of the entities that it reads. */
  readonly entities: readonly string[];
  /** By response key of the mutation root; empty for a query. */
  readonly changes: ReadonlyMap<string, RootChange>;
}

export type AnswerResult =
  | Answered
  /** No statement was sent, or the database is unreachable. */
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  /** A statement was sent and failed. */
  | { readonly kind: 'failed'; readonly refusal: Refusal };

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
