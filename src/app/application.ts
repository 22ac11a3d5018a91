import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Refusal } from '../base/errors.ts';
import type { Identity } from '../base/identity.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { Config } from '../config/config.ts';
import type { Model } from '../model/model.ts';
import type { Plan } from '../plan/shape/plan.ts';

/** A running service without its HTTP side: what `boot` gives and `server/` serves. */
export interface Application {
  readonly config: Config;
  readonly model: Model;
  /** The public schema: what clients' documents are validated against. */
  readonly schema: GraphQLSchema;
  /** The schema that documents of REST requests are validated against; undefined where there is no REST API. */
  readonly restSchema: GraphQLSchema | undefined;
  /** The public schema as SDL. */
  readonly sdl: string;
  /** Answers one operation of a valid document. Never throws for what a client sent. */
  answer(request: AnswerRequest): Promise<AnswerResult>;
  /** Plan and statements of an operation, without running it. @throws Refusal as `answer` would refuse it */
  explain(request: AnswerRequest): Explanation;
  /** Those who read what happens here; others may be added. */
  readonly observers: Observers;
  /** Whether so many requests wait for the database that no more may: of reads, and of changes. */
  readonly isFull: { readonly reads: boolean; readonly changes: boolean };
  /** @throws Refusal Unavailable when the database does not answer */
  ping(): Promise<void>;
  /** Lets running statements finish, then closes every session, and the embedded server where there is one. */
  close(): Promise<void>;
}

export interface AnswerRequest {
  /** The schema that the document was validated against; by default the public one as it is now. */
  readonly schema?: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  /**
   * Response keys of what is wanted as facts beside the value of the operation's one root: the hash of an item, fields of its key, facts of
   * a page. Absent for the whole answer as one text.
   */
  readonly apart?: readonly string[];
  /** As the client sent them, read with `parseJson` of `base/json.ts`, so that numbers keep their digits. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly identity: Identity;
  /** The HTTP request that brought the operation, for observations. */
  readonly received?: ReceivedRequest;
  /** The time, by `performance.now()`, from which nobody waits for the answer: changes that are not done by then are undone. */
  readonly deadline?: number;
  /** Aborted when nobody waits for the answer any more: the client is gone, or its time is over. */
  readonly signal?: AbortSignal;
}

/** What happened to the rows that a field of the mutation root is about. */
export interface RootChange {
  /** The number of rows that were changed, nested ones too. */
  readonly affected: number;
  /** Whether rows were created. */
  readonly created: boolean;
}

/** As JSON has them, but for the quotes of strings, by response key; all are null where there is no row. */
export type Facts = Readonly<Record<string, string | null>>;

export interface Answered {
  readonly kind: 'answered';
  /**
   * JSON text, to be sent as it is. Where facts were wanted apart, the value of the one root without them: `null` where there is no row; of a
   * page, or of rows that were created together, the items alone.
   */
  readonly data: string;
  /** What was wanted apart. */
  readonly facts: Facts;
  /** Names of those that it is made from. */
  readonly entities: readonly string[];
  /** By response key of the mutation root; empty for a query. */
  readonly changes: ReadonlyMap<string, RootChange>;
}

export type AnswerResult =
  | Answered
  /** The database was asked nothing, or could not be reached. */
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
  /** When it runs; absent where it always does. */
  readonly when?: string;
}
