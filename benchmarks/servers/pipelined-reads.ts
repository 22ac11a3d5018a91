import type { Connection, Pool, PoolClient, Submittable } from 'pg';
import { serialize } from 'pg-protocol';

/** A statement with at most one row of one column; values as in `pg`. */
interface Read {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Waiting extends Read {
  readonly resolve: (text: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of reads per message. */
const MAX_READS = 16;

/** Sends the reads of one event-loop turn to one session as one message. Joinery does the same. */
export class PipelinedReads {
  readonly #pool: Pool;
  readonly #prepared = new WeakMap<PoolClient, Set<string>>();
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #turning = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @returns the column's text; undefined without a row */
  query(read: Read): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...read, resolve, reject });
      if (this.#turning) return;
      this.#turning = true;
      setImmediate(() => {
        this.#turning = false;
        this.#send();
      });
    });
  }

  #send(): void {
    for (let left = this.#waiting.length; left > 0 && this.#running < this.#pool.options.max; left -= MAX_READS) {
      this.#running += 1;
      this.#sendOne().finally(() => {
        this.#running -= 1;
        this.#send();
      });
    }
  }

  async #sendOne(): Promise<void> {
    const client = await this.#pool.connect();
    const reads = this.#waiting.splice(0, MAX_READS);
    const prepared = this.#prepared.get(client) ?? new Set();
    this.#prepared.set(client, prepared);
    if (reads.length > 0) {
      await new Promise<void>((done) => client.query(new Pipeline(client, { reads, prepared, done })));
    }
    client.release();
  }
}

interface Piped {
  readonly reads: readonly Waiting[];
  readonly prepared: Set<string>;
  readonly done: () => void;
}

/** Each read has its own Sync, and pg calls `submit` for each. The first call writes all messages. */
class Pipeline implements Submittable {
  readonly #client: PoolClient;
  readonly #piped: Piped;
  #index = 0;
  #text: string | undefined;

  constructor(client: PoolClient, piped: Piped) {
    this.#client = client;
    this.#piped = piped;
  }

  submit({ stream }: Connection): void {
    if (this.#index === 0) stream.write(Buffer.concat(this.#piped.reads.flatMap((read) => this.#messages(read))));
  }

  handleDataRow({ fields: [text] }: { readonly fields: readonly string[] }): void {
    this.#text = text;
  }

  handleReadyForQuery(): void {
    const text = this.#text;
    this.#next(({ resolve }) => resolve(text));
  }

  handleError(error: Error): void {
    this.#next(({ reject }) => reject(error));
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  #messages({ name, text, values }: Read): readonly Uint8Array[] {
    const { prepared } = this.#piped;
    const parse = prepared.has(name) ? [] : [serialize.parse({ name, text })];
    prepared.add(name);
    return [
      ...parse,
      serialize.bind({ statement: name, values: values.map(String) }),
      serialize.execute(),
      serialize.sync(),
    ];
  }

  #next(settle: (read: Waiting) => void): void {
    const { reads, done } = this.#piped;
    const read = reads[this.#index];
    this.#text = undefined;
    this.#index += 1;
    if (this.#index < reads.length) this.#client.query(this);
    else done();
    if (read !== undefined) settle(read);
  }
}
