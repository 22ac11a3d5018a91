import type tedious from 'tedious';
import type { Result, ResultSet, TextRow } from '../../../store/result.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { Client } from './client.ts';
import { ServerError } from './server-error.ts';

export interface Limits {
  readonly statementTimeoutMs: number;
  /** Time after which a server that does not respond counts as unreachable, including `statementTimeoutMs`. */
  readonly responseTimeoutMs: number;
}

const MAX_PRINTED = 100;

/** Parameter values by name, without `@`. */
export type Parameters = Readonly<Record<string, unknown>>;

export class Commands {
  readonly #client: Client;
  readonly #connection: tedious.Connection;
  readonly #limits: Limits;
  #running: Promise<unknown> | undefined;
  /** Messages of the current command. */
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

  /**
   * Runs a statement by `sp_executesql`, whose plan the server caches.
   * @throws the errors of `#send`
   */
  run(text: string, parameters: Parameters): Promise<Result> {
    return this.#track(text, (request) => {
      for (const [name, value] of Object.entries(parameters)) addParameter(this.#client, request, name, value);
      this.#connection.execSql(request);
    });
  }

  /**
   * Runs a batch. A `set` statement in a batch affects the rest of the session. In `run`, it affects only the
   * statement.
   * @throws the errors of `#send`
   */
  runBatch(text: string): Promise<Result> {
    return this.#track(text, (request) => this.#connection.execSqlBatch(request));
  }

  /** @throws the errors of `#send` */
  reset(): Promise<unknown> {
    return this.#send((done) => this.#connection.reset(done));
  }

  /** Resolves once the cancel request cannot hit a later command. */
  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#connection.cancel();
    await running.catch(() => undefined);
  }

  async #track(text: string, send: (request: tedious.Request) => void): Promise<Result> {
    let result: Result = [];
    await this.#send((done) => {
      const request = new this.#client.tedious.Request(text, done);
      result = toResult(request);
      send(request);
    });
    return result;
  }

  /**
   * @throws ServerError
   * @throws SessionLost
   * @throws Error of tedious: `ECANCEL` if canceled, also by timeout; `EPARAM` if not sent
   */
  async #send(send: (done: (error: Error | null | undefined) => void) => void): Promise<void> {
    this.#printed = [];
    const running = new Promise<void>((resolve, reject) => {
      send((error) => {
        if (error) reject(this.#read(error));
        else resolve();
      });
    });
    this.#running = running;
    const timer = setTimeout(() => this.#connection.cancel(), this.#limits.statementTimeoutMs);
    try {
      await running;
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }

  #read(error: Error): unknown {
    const code = 'code' in error ? error.code : undefined;
    // Of tedious's own errors, only these leave the session usable.
    if (code === 'ECANCEL' || code === 'EPARAM') return error;
    const serverError = ServerError.of(error, this.#printed);
    if (serverError !== undefined) return serverError;
    return code === 'ETIMEOUT' ? SessionLost.timeout(this.#limits.responseTimeoutMs) : SessionLost.from(error);
  }
}

/** Maximum UTF-16 code units of a sized `nvarchar`. */
const MAX_TEXT = 4000;
const MAX_BYTES = 8000;

/** Length for which tedious declares a parameter as `max`. */
const LENGTH_OF_MAX = 65_535;

/**
 * Adds a parameter. The server caches one plan per declaration, so strings of all lengths have the same declaration.
 */
function addParameter({ tedious: { TYPES } }: Client, request: tedious.Request, name: string, value: unknown): void {
  if (value instanceof Uint8Array) {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    request.addParameter(name, TYPES.VarBinary, bytes, {
      length: bytes.length > MAX_BYTES ? LENGTH_OF_MAX : MAX_BYTES,
    });
    return;
  }
  const isLong = typeof value === 'string' && value.length > MAX_TEXT;
  request.addParameter(name, TYPES.NVarChar, value, { length: isLong ? LENGTH_OF_MAX : MAX_TEXT });
}

interface Column {
  readonly colName: string;
}

interface Cell {
  readonly value: unknown;
}

/** Collects the results of a request. A statement without columns has a row count if the server reports one. */
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

/** Converts a value to text. Statements that are not compiled from plans may return other types than strings. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value.toString('base64') : String(value);
}
