import type tedious from 'tedious';
import type { Result, ResultSet, TextRow } from '../../../store/result.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { Client } from './client.ts';
import { ServerError } from './server-error.ts';

/** Milliseconds that a command may take, and those that the server may take to stop it. */
export interface Limits {
  readonly timeout: number;
  readonly silence: number;
}

/** Lines that are kept of what the server prints. */
const MAX_PRINTED = 100;

/** Values of parameters, by name without `@`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** What a session sends, one command after the other. */
export class Commands {
  readonly #client: Client;
  readonly #connection: tedious.Connection;
  readonly #limits: Limits;
  #running: Promise<unknown> | undefined;
  /** What the server has printed while the command runs: the last lines of it. */
  #printed: string[] = [];

  constructor(client: Client, connection: tedious.Connection, limits: Limits) {
    this.#client = client;
    this.#connection = connection;
    this.#limits = limits;
    connection.on('infoMessage', ({ message }) => {
      this.#printed.push(message);
      if (this.#printed.length > MAX_PRINTED) this.#printed.shift();
    });
  }

  /** Runs statements with parameters by `sp_executesql`, which keeps their plan. @throws as `#track` */
  run(text: string, parameters: Parameters): Promise<Result> {
    return this.#track(text, (request) => {
      for (const [name, value] of Object.entries(parameters)) addParameter(this.#client, request, name, value);
      this.#connection.execSql(request);
    });
  }

  /** Runs statements as a batch: what they set lasts for the session. @throws as `#track` */
  say(text: string): Promise<Result> {
    return this.#track(text, (request) => this.#connection.execSqlBatch(request));
  }

  /** Gives the session back its first settings, whatever was changed. @throws as `#track` */
  reset(): Promise<unknown> {
    return this.#settled((done) => this.#connection.reset(done));
  }

  /** Stops what runs; settles once the server has said that it will not stop anything that comes later. */
  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#connection.cancel();
    await running.catch(() => undefined);
  }

  async #track(text: string, send: (request: tedious.Request) => void): Promise<Result> {
    let result: Result = [];
    await this.#settled((done) => {
      const request = new this.#client.tedious.Request(text, done);
      result = toResult(request);
      send(request);
    });
    return result;
  }

  /**
   * @throws ServerError
   * @throws SessionLost
   * @throws Error of tedious: `ECANCEL` where it was stopped, be it for its time, `EPARAM` where it could not be sent
   */
  async #settled(send: (done: (error: Error | null | undefined) => void) => void): Promise<void> {
    this.#printed = [];
    const running = new Promise<void>((resolve, reject) => {
      send((error) => {
        if (error) reject(this.#read(error));
        else resolve();
      });
    });
    this.#running = running;
    const timer = setTimeout(() => this.#connection.cancel(), this.#limits.timeout);
    try {
      await running;
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }

  #read(error: Error): unknown {
    const code = 'code' in error ? error.code : undefined;
    // It goes on after these alone.
    if (code === 'ECANCEL' || code === 'EPARAM') return error;
    const said = ServerError.of(error, this.#printed);
    if (said !== undefined) return said;
    // The server was told to stop, and did not say that it has.
    return code === 'ETIMEOUT' ? SessionLost.ofSilence(this.#limits.silence) : SessionLost.by(error);
  }
}

/** UTF-16 units of a text, and bytes, that a parameter has unless it is `max`. */
const MAX_TEXT = 4000;
const MAX_BYTES = 8000;

/** What is more than that is declared as `max`. */
const BEYOND = 65_535;

/**
 * Gives a request a parameter. Each kind of value has one declaration, or two: with a length of its own for each value the server would keep a plan
 * for each. What is neither text, bytes nor null fails before anything is sent.
 */
function addParameter({ tedious: { TYPES } }: Client, request: tedious.Request, name: string, value: unknown): void {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    request.addParameter(name, TYPES.VarBinary, bytes, { length: bytes.length > MAX_BYTES ? BEYOND : MAX_BYTES });
    return;
  }
  const isLong = typeof value === 'string' && value.length > MAX_TEXT;
  request.addParameter(name, TYPES.NVarChar, value, { length: isLong ? BEYOND : MAX_TEXT });
}

/** What tedious tells of a column of a result. */
interface Column {
  readonly colName: string;
}

/** A value of a row, as tedious gives it. */
interface Cell {
  readonly value: unknown;
}

/** What a request gives, as it comes: a set of rows for each statement that has columns, a count for each other one that tells it. */
function toResult(request: tedious.Request): Result {
  const sets: ResultSet[] = [];
  let open: { readonly columns: readonly string[]; readonly rows: TextRow[] } | undefined;
  request.on('columnMetadata', (columns) => {
    open = { columns: (columns as readonly Column[]).map(({ colName }) => colName), rows: [] };
  });
  request.on('row', (cells: readonly Cell[]) => {
    open?.rows.push(cells.map(({ value }) => toText(value)));
  });
  const end = (affected: number | undefined): void => {
    if (open !== undefined) sets.push(open);
    else if (affected !== undefined) sets.push({ rows: [], affected });
    open = undefined;
  };
  request.on('doneInProc', end);
  request.on('done', end);
  return sets;
}

/** Statements of plans give texts alone; others may give anything. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value);
}
