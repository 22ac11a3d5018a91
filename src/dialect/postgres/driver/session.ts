import { once } from 'node:events';
import net, { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Client, Connection } from 'pg';
import { serialize } from 'pg-protocol';
import type { BoundStatement, ReadSession, StatementOutcome } from '../../../store/driver.ts';
import { cancelUntil } from '../../driver/cancel-until.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { onSilence } from '../../driver/sockets.ts';
import type { UseCounts } from '../../driver/statement-cache.ts';
import type { TlsOptions } from '../../driver/tls-options.ts';
import { isReadOnly, isUnusable } from './errors.ts';
import { Pipeline } from './pipeline.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { serializeStatements, settingsName, settingsStatement, unnamedStatement } from './statement-messages.ts';

const MAX_BATCH_SIZE = 16;

export interface SessionOptions {
  /** Absent if statements are not prepared. */
  readonly uses: UseCounts | undefined;
  /** All open sessions, including this one once open. */
  readonly open: Set<Session>;
  readonly settings: BoundStatement['settings'];
  /** A busy session is discarded after this time without data from the server. */
  readonly silenceTimeoutMs: number;
  readonly server: Pick<Server, 'tls' | 'timeout'>;
}

type OnOutcome = (outcome: StatementOutcome, index: number) => void;

interface Run {
  readonly pipeline: Pipeline;
  readonly end: () => void;
  readonly ended: Promise<void>;
}

/** pg opens the session and parses messages; this class writes messages and tracks prepared statements. */
export class Session implements ReadSession {
  readonly maxBatchSize = MAX_BATCH_SIZE;
  readonly #client: Client;
  readonly #options: SessionOptions;
  readonly #prepared: PreparedStatements;
  readonly #reported: ReportedSettings;
  /** True if each transaction must apply the settings. */
  readonly #appliesSettings: boolean;
  #key: SessionKey | undefined;
  #running: Run | undefined;
  #canceling: Promise<void> | undefined;
  #lost: SessionLost | undefined;
  /** Time of the last response, by `performance.now()`. */
  #lastResponseAt = performance.now();

  /** @param client client of pg that is not yet connected */
  constructor(client: Client, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#appliesSettings = Object.keys(options.settings).length > 0;
    this.#prepared = new PreparedStatements(options.uses);
    this.#reported = new ReportedSettings(client.connection);
    client.connection.once('backendKeyData', (key: SessionKey) => {
      this.#key = key;
    });
    client.once('connect', () => this.#watch());
    client.on('error', (error) => this.discard(SessionLost.from(error)));
    // pg emits `drain` once it has nothing left to send and the server is ready.
    client.on('drain', () => this.#endRun());
  }

  /** Undefined while the session is usable. */
  get lost(): SessionLost | undefined {
    return this.#lost;
  }

  get socket(): Duplex {
    return this.#client.connection.stream;
  }

  /** True if a statement altered a setting that affects results, and transactions do not apply the setting again. */
  get isAltered(): boolean {
    return this.#reported.areAltered && !this.#appliesSettings;
  }

  /** Undefined if no cancel request is pending. */
  get canceling(): Promise<void> | undefined {
    return this.#canceling;
  }

  run(statements: readonly BoundStatement[], onOutcome: OnOutcome): Promise<void> {
    const { settings } = this.#options;
    if (this.isWithinTransaction || !this.#appliesSettings) return this.#run(statements, onOutcome);
    return this.#run(
      statements.map((bound) => ({ ...bound, settings: { ...settings, ...bound.settings } })),
      onOutcome,
    );
  }

  /** @throws the driver's errors */
  async begin(): Promise<void> {
    const { settings } = this.#options;
    const begin = unnamedStatement('start transaction isolation level read committed');
    const outcomes: StatementOutcome[] = [];
    const statements = this.#appliesSettings ? [begin, settingsStatement(settings)] : [begin];
    await this.#run(statements, (outcome) => outcomes.push(outcome));
    for (const outcome of outcomes) if ('error' in outcome) throw outcome.error;
  }

  #run(statements: readonly BoundStatement[], onOutcome: OnOutcome): Promise<void> {
    let message: Uint8Array;
    try {
      message = serializeStatements(statements, this.#prepared);
    } catch (error) {
      for (const index of statements.keys()) onOutcome({ error }, index);
      return Promise.resolve();
    }
    const pipeline = new Pipeline(this.#client, statements, message, {
      onOutcome: (outcome, index) => {
        onOutcome('error' in outcome ? { error: this.#recordError(outcome.error, statements[index]) } : outcome, index);
      },
      discard: (error) => this.discard(SessionLost.from(error)),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = { pipeline, end: resolve, ended: promise };
    if (this.#lost === undefined) this.#client.query(pipeline);
    else this.discard(this.#lost);
    return promise;
  }

  cancel(): Promise<void> {
    this.#canceling ??= this.#cancel().finally(() => {
      this.#canceling = undefined;
    });
    return this.#canceling;
  }

  get isWithinTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** Closes the socket, and fails all running statements. */
  discard(error: SessionLost): void {
    this.#lost ??= error;
    this.#client.connection.stream.destroy();
    this.#running?.pipeline.fail(error);
    this.#endRun();
  }

  async #cancel(): Promise<void> {
    const run = this.#running;
    if (run === undefined) return;
    const { host, port } = this.#client;
    const { index } = run.pipeline;
    await cancelUntil({
      ended: run.ended,
      isRunning: () => this.#running === run && run.pipeline.index === index,
      sendCancel: async () => {
        if (this.#key === undefined) throw new SessionLost('The server sent no cancel key');
        const address = this.socket instanceof Socket ? this.socket.remoteAddress : undefined;
        await requestCancel({ host, port, address, ...this.#options.server }, this.#key);
      },
      discard: (error) => this.discard(SessionLost.from(error)),
    });
  }

  /** Counts received bytes, and discards the session if a statement runs without a response for too long. */
  #watch(): void {
    const { stream } = this.#client.connection;
    const { silenceTimeoutMs, open } = this.#options;
    open.add(this);
    stream.once('close', () => open.delete(this));
    stream.on('data', (chunk: Uint8Array) => this.#running?.pipeline.handleBytes(chunk.length));
    if (!(stream instanceof Socket)) return;
    onSilence(stream, silenceTimeoutMs, () => {
      if (this.#running === undefined) return;
      this.discard(SessionLost.timeout(silenceTimeoutMs));
      // Closes the idle sessions, which use the same server. Otherwise, each later caller would wait for the timeout in
      // turn.
      for (const other of open) other.closeIfIdle(0);
    });
  }

  /**
   * Closes the session unless it is busy.
   * @param aliveMs milliseconds after a response during which the session stays open, because it may already be leased
   */
  closeIfIdle(aliveMs: number): void {
    if (performance.now() - this.#lastResponseAt < aliveMs) return;
    if (this.#running === undefined && !this.isWithinTransaction)
      this.discard(new SessionLost('Another session of the server did not respond in time'));
  }

  /**
   * Records a server error. Returns an ApiError if a standby rejects a change. A read-only setting causes the same
   * error code, and only the session knows which of them applies.
   */
  #recordError(error: unknown, bound: BoundStatement | undefined): unknown {
    this.#prepared.fail(bound?.statement.name);
    // The failed statement may be the one that applies the settings.
    if (bound !== undefined) this.#prepared.fail(settingsName(bound.settings));
    if (isUnusable(error)) this.#lost ??= SessionLost.from(error);
    return isReadOnly(error) && this.#reported.isStandby ? apiErrorFor('standby', { cause: error }) : error;
  }

  #endRun(): void {
    const running = this.#running;
    if (running?.pipeline.isDone !== true) return;
    this.#running = undefined;
    this.#lastResponseAt = performance.now();
    this.#prepared.confirm();
    running.end();
  }
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-BACKENDKEYDATA */
interface SessionKey {
  readonly processID: number;
  readonly secretKey: number;
}

interface Server extends Pick<Client, 'host' | 'port'> {
  /** Address of the session's server, since a host name may have several. Absent for a Unix-domain socket. */
  readonly address: string | undefined;
  readonly tls: TlsOptions | undefined;
  /** Milliseconds to wait for a response. */
  readonly timeout: number;
}

/**
 * Sends a cancel request on a separate connection, which the server closes after it notified the session. A pooler can
 * map the key to the session.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 * @throws Error if the request fails, or the server does not close the connection in time
 */
export async function requestCancel(server: Server, key: SessionKey): Promise<void> {
  const { host, port, timeout, address = host } = server;
  const plain = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, address);
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SessionLost('The database did not respond to a cancel request')), timeout);
  try {
    await Promise.race([sendCancel(plain, server, key), timedOut]);
  } finally {
    clearTimeout(timer);
    plain.destroy();
  }
}

async function sendCancel(plain: net.Socket, server: Server, { processID, secretKey }: SessionKey): Promise<void> {
  await once(plain, 'connect');
  const socket = server.tls === undefined ? plain : await secure(plain, server.tls, server.host);
  const closed = once(socket, 'close');
  socket.resume().write(serialize.cancel(processID, secretKey));
  await closed;
}

/**
 * Starts TLS in the same way as for sessions.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL
 */
async function secure(plain: net.Socket, options: TlsOptions, host: string): Promise<tls.TLSSocket> {
  plain.write(serialize.requestSsl());
  // Also waits for `close`: if the server closes the connection, no data arrives.
  const closed = once(plain, 'close').then(() => {
    throw new SessionLost('The connection of a cancel request was closed');
  });
  const [response] = (await Promise.race([once(plain, 'data'), closed])) as [Buffer];
  if (response.toString() !== 'S') throw new SessionLost('The server does not support SSL connections');
  const socket = tls.connect({ ...options, socket: plain, host, ...(net.isIP(host) === 0 && { servername: host }) });
  await once(socket, 'secureConnect');
  return socket;
}

/** Settings that results depend on and that the server reports. */
const REPORTED_SETTINGS: ReadonlySet<string> = new Set([
  'TimeZone',
  'DateStyle',
  'IntervalStyle',
  'client_encoding',
  'standard_conforming_strings',
  'search_path',
]);

interface Report {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * Compares settings with their values at startup. The server reports every change, even one by a trigger.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-ASYNC
 */
class ReportedSettings {
  readonly #startupValues = new Map<string, string>();
  readonly #alteredNames = new Set<string>();
  #isStandby = false;

  constructor(connection: Connection) {
    connection.on('parameterStatus', (report: Report) => this.#record(report));
  }

  get areAltered(): boolean {
    return this.#alteredNames.size > 0;
  }

  /** True on a standby. Reported since PostgreSQL 14. */
  get isStandby(): boolean {
    return this.#isStandby;
  }

  #record({ parameterName: name, parameterValue: value }: Report): void {
    if (name === 'in_hot_standby') this.#isStandby = value === 'on';
    if (!REPORTED_SETTINGS.has(name)) return;
    const first = this.#startupValues.get(name);
    if (first === undefined) this.#startupValues.set(name, value);
    else if (first === value) this.#alteredNames.delete(name);
    else this.#alteredNames.add(name);
  }
}
