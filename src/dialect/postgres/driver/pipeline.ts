import type { Client, Connection, Submittable } from 'pg';
import { DatabaseError } from 'pg-protocol';
import type { Unit, UnitOutcome } from '../../../store/driver.ts';
import type { TextRow } from '../../../store/result.ts';
import { endsSession } from './error-meaning.ts';
import { leadingOf } from './unit-messages.ts';

/** What pg tells of a row: the texts of its columns. */
interface DataRow {
  readonly fields: TextRow;
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
  readonly lose: (error: Error) => void;
}

/**
 * Units in one message, each with a Sync of its own: so they are transactions of their own, and where one fails, the server goes on with
 * the next. pg knows one query at a time, so this is handed to it anew for each of the units; it is written the first time.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements Submittable {
  readonly #client: Client;
  readonly #units: readonly Unit[];
  readonly #listener: PipelineListener;
  #message: Uint8Array | undefined;
  #index = 0;
  /** Statements of the unit that set something, and are still to come. */
  #leading: number;
  #rows: TextRow[] = [];
  #columns: readonly string[] | undefined;

  constructor(client: Client, units: readonly Unit[], message: Uint8Array, listener: PipelineListener) {
    this.#client = client;
    this.#units = units;
    this.#message = message;
    this.#listener = listener;
    this.#leading = this.#leadingOfCurrent();
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

  handleDataRow({ fields }: DataRow): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    if (this.#leading === 0) return;
    this.#leading -= 1;
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
    this.#leading = this.#leadingOfCurrent();
    if (!this.isDone) this.#client.query(this);
    this.#listener.tell(outcome, index);
  }

  #leadingOfCurrent(): number {
    const unit = this.#units[this.#index];
    return unit === undefined ? 0 : leadingOf(unit);
  }
}
