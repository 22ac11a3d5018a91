import { once } from 'node:events';
import net, { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Client, Connection } from 'pg';
import { serialize } from 'pg-protocol';
import type { BoundStatement, ReadSession, UnitOutcome } from '../../../store/driver.ts';
import { cancelUntil } from '../../driver/cancel-until.ts';
import { refusalFor } from '../../driver/database-error.ts';
import type { StatementUses } from '../../driver/kept-statements.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { onSilence } from '../../driver/sockets.ts';
import type { TlsOptions } from '../../driver/tls-options.ts';
import { isOfNoUse, isReadOnly } from './errors.ts';
import { Pipeline } from './pipeline.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { plainUnit, unitThatSets, writeUnits } from './statement-messages.ts';

/** Units that wait for each other at most. */
const MAX_UNITS = 16;

/** What all sessions of one database have in common. */
export interface SessionOptions {
  /** Absent where no statements are kept prepared. */
  readonly uses: StatementUses | undefined;
  /** The sessions that are open, this one among them once it is. */
  readonly open: Set<Session>;
  /** What each transaction is told. */
  readonly settings: BoundStatement['settings'];
  /** Milliseconds without any sign of life, after which a session that runs something is given up. */
  readonly silence: number;
  /** How the server is asked to cancel. */
  readonly server: Pick<Server, 'tls' | 'timeout'>;
}

type Tell = (outcome: UnitOutcome, index: number) => void;

interface Run {
  readonly pipeline: Pipeline;
  readonly end: () => void;
  /** Settles with the run. */
  readonly ended: Promise<void>;
}

/** One session with the server. pg opens it and reads what comes; what is sent, and what is kept prepared, is ours. */
export class Session implements ReadSession {
  readonly maxUnits = MAX_UNITS;
  readonly #client: Client;
  readonly #options: SessionOptions;
  readonly #prepared: PreparedStatements;
  readonly #reported: ReportedSettings;
  /** Whether each transaction is told its settings. */
  readonly #tellsTransactions: boolean;
  #key: SessionKey | undefined;
  #running: Run | undefined;
  #cancelling: Promise<void> | undefined;
  #lost: SessionLost | undefined;
  /** By `performance.now()`. */
  #answeredAt = performance.now();

  /** @param client not yet connected */
  constructor(client: Client, options: SessionOptions) {
    this.#client = client;
    this.#options = options;
    this.#tellsTransactions = Object.keys(options.settings).length > 0;
    this.#prepared = new PreparedStatements(options.uses);
    this.#reported = new ReportedSettings(client.connection);
    client.connection.once('backendKeyData', (key: SessionKey) => {
      this.#key = key;
    });
    client.once('connect', () => this.#watch());
    client.on('error', (error) => this.lose(SessionLost.by(error)));
    // pg has nothing more to send, and the server is ready for it.
    client.on('drain', () => this.#endRun());
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): SessionLost | undefined {
    return this.#lost;
  }

  get socket(): Duplex {
    return this.#client.connection.stream;
  }

  /** Whether something that ran in it has altered a setting on which answers depend, and which no transaction is told anew. */
  get isAltered(): boolean {
    return this.#reported.areAltered && !this.#tellsTransactions;
  }

  /** Settles once no cancel is on its way; undefined where there is none. */
  get cancelling(): Promise<void> | undefined {
    return this.#cancelling;
  }

  run(units: readonly BoundStatement[], tell: Tell): Promise<void> {
    const { settings } = this.#options;
    if (this.isWithinTransaction || !this.#tellsTransactions) return this.#run(units, tell);
    return this.#run(
      units.map((unit) => ({ ...unit, settings: { ...settings, ...unit.settings } })),
      tell,
    );
  }

  /** Begins a transaction, and tells it what it has to know. @throws the driver's errors */
  async begin(): Promise<void> {
    const { settings } = this.#options;
    const begin = plainUnit('start transaction isolation level read committed');
    const outcomes: UnitOutcome[] = [];
    const units = this.#tellsTransactions ? [begin, unitThatSets(settings)] : [begin];
    await this.#run(units, (outcome) => outcomes.push(outcome));
    for (const outcome of outcomes) if ('error' in outcome) throw outcome.error;
  }

  #run(units: readonly BoundStatement[], tell: Tell): Promise<void> {
    let message: Uint8Array;
    try {
      message = writeUnits(units, this.#prepared);
    } catch (error) {
      for (const index of units.keys()) tell({ error }, index);
      return Promise.resolve();
    }
    const pipeline = new Pipeline(this.#client, units, message, {
      tell: (outcome, index) => {
        tell('error' in outcome ? { error: this.#note(outcome.error, units[index]) } : outcome, index);
      },
      lose: (error) => this.lose(SessionLost.by(error)),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = { pipeline, end: resolve, ended: promise };
    if (this.#lost === undefined) this.#client.query(pipeline);
    else this.lose(this.#lost);
    return promise;
  }

  cancel(): Promise<void> {
    this.#cancelling ??= this.#cancel().finally(() => {
      this.#cancelling = undefined;
    });
    return this.#cancelling;
  }

  /** Whether a transaction is under way. */
  get isWithinTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I';
  }

  /** Gives the session up: its socket is closed, and all that it runs fails. */
  lose(error: SessionLost): void {
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
      isMeant: () => this.#running === run && run.pipeline.index === index,
      ask: async () => {
        if (this.#key === undefined) throw new SessionLost('The server gave no key to cancel by');
        const address = this.socket instanceof Socket ? this.socket.remoteAddress : undefined;
        await requestCancel({ host, port, address, ...this.#options.server }, this.#key);
      },
      lose: (error) => this.lose(SessionLost.by(error)),
    });
  }

  /** Bytes are counted as they come; Node looks after the time since the socket has read or written. */
  #watch(): void {
    const { stream } = this.#client.connection;
    const { silence, open } = this.#options;
    open.add(this);
    stream.once('close', () => open.delete(this));
    stream.on('data', (chunk: Uint8Array) => this.#running?.pipeline.handleBytes(chunk.length));
    if (!(stream instanceof Socket)) return;
    onSilence(stream, silence, () => {
      if (this.#running === undefined) return;
      this.lose(SessionLost.ofSilence(silence));
      // Their server is the same: else whoever takes one next would wait as long, one after the other.
      for (const other of open) other.closeIfIdle(0);
    });
  }

  /**
   * Closes the session unless something runs in it.
   * @param aliveMs milliseconds for which a session that has answered counts as alive: it is perhaps lent already for what comes next
   */
  closeIfIdle(aliveMs: number): void {
    if (performance.now() - this.#answeredAt < aliveMs) return;
    if (this.#running === undefined && !this.isWithinTransaction)
      this.lose(new SessionLost('Another session with the server was silent for too long'));
  }

  /**
   * Notes an error of the server, and returns it. Returns a refusal if a standby rejects a change: the code is the same as for a
   * setting, and only the session knows the difference.
   */
  #note(error: unknown, unit: BoundStatement | undefined): unknown {
    this.#prepared.fail(unit?.statement.name);
    if (isOfNoUse(error)) this.#lost ??= SessionLost.by(error);
    return isReadOnly(error) && this.#reported.isStandby ? refusalFor('standby', { cause: error }) : error;
  }

  #endRun(): void {
    const running = this.#running;
    if (running?.pipeline.isDone !== true) return;
    this.#running = undefined;
    this.#answeredAt = performance.now();
    this.#prepared.confirm();
    running.end();
  }
}

/** By what a server knows one of its sessions. https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-BACKENDKEYDATA */
interface SessionKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** Where a server is, and how a connection with it is protected. */
interface Server extends Pick<Client, 'host' | 'port'> {
  /** Of the session: a host's name may have several, and only this server knows the session. Absent for a socket of the file system. */
  readonly address: string | undefined;
  readonly tls: TlsOptions | undefined;
  /** Milliseconds that it has to answer. */
  readonly timeout: number;
}

/**
 * Asks a server to cancel what a session runs. It is asked on a connection of its own, which the server closes once the session knows.
 * A pooler in between knows whose session is meant, as no statement could tell it.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 * @throws Error where it cannot be asked, or does not close the connection in time
 */
export async function requestCancel(server: Server, key: SessionKey): Promise<void> {
  const { host, port, timeout, address = host } = server;
  const plain = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, address);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SessionLost('The database did not answer a request to cancel')), timeout);
  try {
    await Promise.race([sendCancel(plain, server, key), late]);
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

/** As the sessions themselves: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL */
async function secure(plain: net.Socket, options: TlsOptions, host: string): Promise<tls.TLSSocket> {
  plain.write(serialize.requestSsl());
  // Who waits for data alone waits for ever where the other side closes the connection.
  const closed = once(plain, 'close').then(() => {
    throw new SessionLost('A connection that asks to cancel was closed');
  });
  const [answer] = (await Promise.race([once(plain, 'data'), closed])) as [Buffer];
  if (answer.toString() !== 'S') throw new SessionLost('The server does not support SSL connections');
  const socket = tls.connect({ ...options, socket: plain, host, ...(net.isIP(host) === 0 && { servername: host }) });
  await once(socket, 'secureConnect');
  return socket;
}

/** Those on which answers depend. Of the others that do, the server reports nothing. */
const NAMES: ReadonlySet<string> = new Set([
  'TimeZone',
  'DateStyle',
  'IntervalStyle',
  'client_encoding',
  'standard_conforming_strings',
  'search_path',
]);

/** What pg tells of a report. */
interface Report {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * Settings of a session as the server reports them, at its start and whenever they change: so nobody has to ask whether a trigger has altered them.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-ASYNC
 */
class ReportedSettings {
  readonly #first = new Map<string, string>();
  readonly #altered = new Set<string>();
  #isStandby = false;

  constructor(connection: Connection) {
    connection.on('parameterStatus', (report: Report) => this.#note(report));
  }

  /** Whether one is another than at the start. */
  get areAltered(): boolean {
    return this.#altered.size > 0;
  }

  /** Whether the server is a hot standby, as it reports since PostgreSQL 14. */
  get isStandby(): boolean {
    return this.#isStandby;
  }

  #note({ parameterName: name, parameterValue: value }: Report): void {
    if (name === 'in_hot_standby') this.#isStandby = value === 'on';
    if (!NAMES.has(name)) return;
    const first = this.#first.get(name);
    if (first === undefined) this.#first.set(name, value);
    else if (first === value) this.#altered.delete(name);
    else this.#altered.add(name);
  }
}
