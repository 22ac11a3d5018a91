import type { Client, Connection, Submittable } from 'pg';
import { DatabaseError } from 'pg-protocol';
import type { BoundStatement, UnitOutcome } from '../../../store/driver.ts';
import type { TextRow } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { endsSession } from './errors.ts';
import { leadingOf } from './statement-messages.ts';

/** What pg tells of a row: the texts of its columns. */
interface DataRow {
  readonly fields: TextRow;
  /** Bytes of the message. */
  readonly length: number;
}

/** What pg tells of the columns of a portal. */
interface RowDescription {
  readonly fields: readonly { readonly name: string }[];
}

/** Who hears of the units of a pipeline. */
export interface PipelineListener {
  /** The outcome of each unit, in order. */
  readonly tell: (outcome: UnitOutcome, index: number) => void;
  /** An error after which nothing more can come. */
  readonly lose: (error: unknown) => void;
}

/**
 * Units in one message, each with a Sync of its own: so they are transactions of their own, and where one fails, the server goes on with
 * the next. pg knows one query at a time, so this is handed to it anew for each of the units; it is written the first time.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements Submittable {
  readonly #client: Client;
  readonly #units: readonly BoundStatement[];
  readonly #listener: PipelineListener;
  #message: Uint8Array | undefined;
  #index = 0;
  /** Statements of the unit that set something, and are still to come. */
  #leading: number;
  /** Bytes that the unit's result may have. */
  #maxBytes: number;
  /** Bytes of its rows. */
  #bytes = 0;
  /** Bytes that have arrived of a row that is not whole yet. */
  #partial = 0;
  /** Whether a row or a unit has ended in what pg reads at present. */
  #hasEnded = false;
  #rows: TextRow[] = [];
  #columns: readonly string[] | undefined;

  constructor(client: Client, units: readonly BoundStatement[], message: Uint8Array, listener: PipelineListener) {
    this.#client = client;
    this.#units = units;
    this.#message = message;
    this.#listener = listener;
    [this.#leading, this.#maxBytes] = this.#boundsOfCurrent();
  }

  /** The unit that runs, by its index. */
  get index(): number {
    return this.#index;
  }

  /** Whether all units have run. */
  get isDone(): boolean {
    return this.#index === this.#units.length;
  }

  /** Ends all units that are left alike; what is still said of them is not heard any more. */
  fail(error: unknown): void {
    const first = this.#index;
    this.#index = this.#units.length;
    for (let index = first; index < this.#units.length; index += 1) this.#listener.tell({ error }, index);
  }

  /** Called by pg when the session is free, and so once for each unit. */
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
    this.#forgetPartial();
    this.#checkBytes();
  }

  /** Told of bytes that have arrived, once pg has read the messages that end in them. */
  handleBytes(count: number): void {
    // Where a row ends in them, few are left for the next one.
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

  /** The unit is done, and its transaction has ended. */
  handleReadyForQuery(): void {
    const columns = this.#columns;
    this.#end({ result: [columns === undefined ? { rows: this.#rows } : { rows: this.#rows, columns }] });
  }

  /** Of the server, which skips the rest of the unit then; or of the session. */
  handleError(error: Error): void {
    if (error instanceof DatabaseError && !endsSession(error)) this.#end({ error });
    else this.#listener.lose(error);
  }

  #end(outcome: UnitOutcome): void {
    if (this.isDone) return;
    const index = this.#index;
    this.#index += 1;
    this.#rows = [];
    this.#columns = undefined;
    this.#bytes = 0;
    this.#forgetPartial();
    [this.#leading, this.#maxBytes] = this.#boundsOfCurrent();
    if (!this.isDone) this.#client.query(this);
    this.#listener.tell(outcome, index);
  }

  #forgetPartial(): void {
    this.#partial = 0;
    this.#hasEnded = true;
  }

  /** Nothing of a result is kept that nobody will read: the rest of it would still come, so the session ends. */
  #checkBytes(): void {
    const max = this.#maxBytes;
    if (this.isDone || this.#bytes + this.#partial <= max) return;
    const lost = new SessionLost(`An answer has more than ${max} bytes`);
    const index = this.#index;
    this.#index += 1;
    this.#listener.tell({ error: tooLarge(max, false, lost) }, index);
    this.#listener.lose(lost);
  }

  #boundsOfCurrent(): [leading: number, maxBytes: number] {
    const unit = this.#units[this.#index];
    return unit === undefined ? [0, 0] : [leadingOf(unit), unit.maxBytes ?? Number.POSITIVE_INFINITY];
  }
}
