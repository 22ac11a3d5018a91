import type tedious from 'tedious';
import type { Result } from '../../../store/result.ts';
import { SessionLost } from '../../session-lost.ts';
import type { Client } from './client.ts';

import { addParameter } from './parameters.ts';
import { ServerError } from './server-error.ts';
import { toResult } from './to-result.ts';

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
