import type { Client, Connection, Submittable } from 'pg';
import { DatabaseError } from 'pg-protocol';
import type { BoundStatement, StatementOutcome } from '../../../store/driver.ts';
import type { TextRow } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { endsSession } from './errors.ts';
import { settingsStatementCount } from './statement-messages.ts';

interface DataRow {
  readonly fields: TextRow;
  readonly length: number;
}

interface RowDescription {
  readonly fields: readonly { readonly name: string }[];
}

export interface PipelineListener {
  /** Called for each statement, in order. */
  readonly onOutcome: (outcome: StatementOutcome, index: number) => void;
  /** Discards the session, which fails the remaining statements with this error. */
  readonly discard: (error: unknown) => void;
}

/**
 * Bound statements in one message, each with its own Sync. Each statement is a transaction, so the server continues
 * after a failed statement. pg handles one query at a time, so it receives this object once per statement. Only the
 * first call of `submit` writes the message.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements Submittable {
  readonly #client: Client;
  readonly #statements: readonly BoundStatement[];
  readonly #listener: PipelineListener;
  #message: Uint8Array | undefined;
  #index = 0;
  /** Number of pending statements that apply settings for the current statement. */
  #leading: number;
  #maxBytes: number;
  /** Bytes of complete rows of the current statement. */
  #bytes = 0;
  /** Bytes received of a row that is still incomplete. */
  #partial = 0;
  /** True if a row or statement has ended in the current chunk. */
  #hasEnded = false;
  #rows: TextRow[] = [];
  #columns: readonly string[] | undefined;

  constructor(client: Client, statements: readonly BoundStatement[], message: Uint8Array, listener: PipelineListener) {
    this.#client = client;
    this.#statements = statements;
    this.#message = message;
    this.#listener = listener;
    [this.#leading, this.#maxBytes] = this.#boundsOfCurrent();
  }

  get index(): number {
    return this.#index;
  }

  get isDone(): boolean {
    return this.#index === this.#statements.length;
  }

  /** Fails all remaining statements with one error; later messages are ignored. */
  fail(error: unknown): void {
    const first = this.#index;
    this.#index = this.#statements.length;
    for (let index = first; index < this.#statements.length; index += 1) this.#listener.onOutcome({ error }, index);
  }

  /** Called by pg once per statement, when the session is free. */
  submit({ stream }: Connection): void {
    if (this.#message === undefined) return;
    stream.write(this.#message);
    this.#message = undefined;
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields, length }: DataRow): void {
    this.#rows.push(fields);
    this.#bytes += length;
    this.#resetPartial();
    this.#checkBytes();
  }

  /** Called for each received chunk, after pg has handled the messages that end in the chunk. */
  handleBytes(count: number): void {
    // If a row has ended in this chunk, only few bytes of the chunk can belong to the next row.
    if (!this.#hasEnded) this.#partial += count;
    this.#hasEnded = false;
    this.#checkBytes();
  }

  handleCommandComplete(): void {
    if (this.#leading === 0) return;
    this.#leading -= 1;
    this.#bytes = 0;
    this.#rows = [];
  }

  handleEmptyQuery(): void {}

  /** Called by pg when a statement is done and its transaction has ended. */
  handleReadyForQuery(): void {
    const columns = this.#columns;
    this.#end({ result: [columns === undefined ? { rows: this.#rows } : { rows: this.#rows, columns }] });
  }

  /** After a server error, the server skips the rest of this statement. Any other error ends the session. */
  handleError(error: Error): void {
    if (error instanceof DatabaseError && !endsSession(error)) this.#end({ error });
    else this.#listener.discard(error);
  }

  #end(outcome: StatementOutcome): void {
    if (this.isDone) return;
    const index = this.#index;
    this.#index += 1;
    this.#rows = [];
    this.#columns = undefined;
    this.#bytes = 0;
    this.#resetPartial();
    [this.#leading, this.#maxBytes] = this.#boundsOfCurrent();
    if (!this.isDone) this.#client.query(this);
    this.#listener.onOutcome(outcome, index);
  }

  #resetPartial(): void {
    this.#partial = 0;
    this.#hasEnded = true;
  }

  /** Ends the session if the result is too large, because the rest of the result would still arrive. */
  #checkBytes(): void {
    const max = this.#maxBytes;
    if (this.isDone || this.#bytes + this.#partial <= max) return;
    const lost = new SessionLost(`A response exceeds ${max} bytes`);
    const index = this.#index;
    this.#index += 1;
    this.#listener.onOutcome({ error: tooLarge(max, false, lost) }, index);
    this.#listener.discard(lost);
  }

  #boundsOfCurrent(): [leading: number, maxBytes: number] {
    const bound = this.#statements[this.#index];
    return bound === undefined ? [0, 0] : [settingsStatementCount(bound), bound.maxBytes ?? Number.POSITIVE_INFINITY];
  }
}
