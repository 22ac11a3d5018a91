import { LRUCache } from 'lru-cache';
import {
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';
import type { ApiError } from '../../../base/errors.ts';
import type { Template } from '../../../document/template.ts';
import type { Driver, ErrorClassification, Sessions } from '../../../store/driver.ts';
import { Violation } from '../../../store/violation.ts';
import { apiErrorFor, causesOf, type ErrorKind, readCauses } from '../../driver/database-error.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { LIVE_SESSIONS, splitPool } from '../../driver/split-pool.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import { toReadSessions } from '../../driver/to-read-sessions.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { indexOf, type MongoContext, MongoSession, WriteFailure } from './mongo-session.ts';

const MAX_TEMPLATES = 1_000;

const PING = '{"ping":1}';

export async function openMongodb(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const templates = new LRUCache<string, Template & object>({ max: MAX_TEMPLATES });
  const pools = {
    reads: new MongoPool(source, maxReads, templates),
    changes: new MongoPool(source, maxChanges, templates, true),
    service: new MongoPool(source, 1, templates),
    live: new MongoPool(source, LIVE_SESSIONS, templates),
  };
  return {
    reads: toReadSessions(pools.reads),
    changes: pools.changes,
    service: toReadSessions(pools.service),
    live: toReadSessions(pools.live),
    pingText: PING,
    hasTransactions: () => pools.changes.hasTransactions(),
    classify: classifyError,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/** Creates a session for each use. The client pools the connections. */
class MongoPool implements Sessions<MongoSession> {
  readonly max: number;
  readonly #client: MongoClient;
  readonly #context: MongoContext;
  readonly #inFlight = new InFlight();
  #open = 0;
  #hasTransactions: boolean | undefined;

  constructor(
    source: ConnectedSource,
    max: number,
    templates: LRUCache<string, Template & object>,
    readsOwnWrites = false,
  ) {
    this.max = max;
    const tls = tlsOptions(source.tls);
    this.#client = new MongoClient(source.connectionString, {
      appName: 'joinery',
      maxPoolSize: 2 * max,
      connectTimeoutMS: source.pool.connectTimeout,
      serverSelectionTimeoutMS: source.pool.connectTimeout,
      socketTimeoutMS: source.statementTimeoutMs + source.pool.silenceTimeoutMs,
      retryReads: false,
      retryWrites: false,
      ...(tls !== undefined && { tls: true, ...tls }),
    });
    this.#context = {
      client: this.#client,
      templates,
      timeout: source.statementTimeoutMs,
      readsOwnWrites,
      hasTransactions: () => this.hasTransactions(),
    };
    this.#client.on('connectionCreated', () => {
      this.#open += 1;
    });
    this.#client.on('connectionClosed', () => {
      this.#open -= 1;
    });
  }

  get open(): number {
    return this.#open;
  }

  use<T>(work: (session: MongoSession) => Promise<T>): Promise<T> {
    return this.#inFlight.add(work(new MongoSession(this.#context)));
  }

  /** Replica sets and sharded clusters have transactions. */
  async hasTransactions(): Promise<boolean> {
    if (this.#hasTransactions === undefined) {
      const { setName, msg } = await this.#client.db('admin').command({ hello: 1 });
      this.#hasTransactions = setName !== undefined || msg === 'isdbgrid';
    }
    return this.#hasTransactions;
  }

  closeIdle(): void {
    // The client closes the connections of a server that fails.
  }

  async close(): Promise<void> {
    await this.#inFlight.end();
    await this.#client.close();
  }
}

/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  6: 'unavailable',
  7: 'unavailable',
  13: 'forbidden',
  15: 'tooComplex',
  18: 'loginRefused',
  24: 'busy',
  26: 'schemaChanged',
  50: 'tooSlow',
  52: 'failedCheck',
  53: 'failedCheck',
  66: 'failedCheck',
  89: 'unavailable',
  91: 'unavailable',
  112: 'writeConflict',
  121: 'failedCheck',
  171: 'failedCheck',
  189: 'unavailable',
  251: 'unavailable',
  262: 'tooSlow',
  292: 'tooComplex',
  9001: 'unavailable',
  10107: 'unavailable',
  10334: 'tooComplex',
  11000: 'notUnique',
  11600: 'unavailable',
  11602: 'unavailable',
  13388: 'unavailable',
  13435: 'unavailable',
  13436: 'unavailable',
  16755: 'failedCheck',
  17419: 'tooComplex',
};

/** The server did not run the command. */
const REJECTED: ReadonlySet<number> = new Set([10107, 13435]);

/**
 * The server ended the command, which may have written before, or does not know the transaction any more. Or a router
 * has lost its connection to the server.
 */
const ENDED: ReadonlySet<number> = new Set([6, 7, 89, 91, 189, 251, 9001, 11600, 11602]);

const WRITE_CONFLICT = 112;

function classifyError(error: unknown): ErrorClassification {
  const apiError = readCauses(error, (cause) => readCause(cause));
  const causes = causesOf(error);
  const hasLabel = (label: string): boolean =>
    causes.some((cause) => cause instanceof MongoError && cause.hasErrorLabel(label));
  const hasCode = (isListed: (code: number) => boolean): boolean => causes.some((cause) => isListed(codeOf(cause)));
  const isLost = causes.some(
    (cause) =>
      cause instanceof SessionLost || cause instanceof MongoNetworkError || cause instanceof MongoWriteConcernError,
  );
  // Documents that a failed command has written before are not rolled back.
  const isUndone = !causes.some((cause) => cause instanceof WriteFailure && cause.written !== 0);
  // The command was not sent if the connection failed before, or was closed in the pool.
  const isSent = !hasLabel('HandshakeError') && !causes.some((cause) => cause.name === 'MongoPoolClearedError');
  return {
    apiError,
    isSessionLost:
      (!isUndone && !(apiError instanceof Violation)) ||
      (isLost && isSent) ||
      hasLabel('UnknownTransactionCommitResult') ||
      (hasCode((code) => ENDED.has(code)) && !hasLabel('TransientTransactionError')),
    isRolledBack: hasLabel('TransientTransactionError') || (isUndone && hasCode((code) => code === WRITE_CONFLICT)),
    rejectsChanges: isUndone && hasCode((code) => REJECTED.has(code)),
  };
}

const codeOf = (cause: object): number => ('code' in cause ? Number(cause.code) : Number.NaN);

function readCause(cause: object): ApiError | undefined {
  if (cause instanceof MongoServerError || cause instanceof WriteFailure) {
    const code = codeOf(cause);
    const isRejected = cause instanceof WriteFailure;
    // Any error of a document rejects its value. The log has the report of an unknown error.
    const kind = KINDS[code] ?? (isRejected ? 'failedCheck' : undefined);
    if (kind === undefined) return undefined;
    const report = { entities: [], sqlState: String(code), message: cause.message };
    const constraint = indexOf(cause.message);
    const remaining = cause instanceof WriteFailure && cause.written !== 0 ? cause.written : undefined;
    return apiErrorFor(
      kind,
      { cause, ...(KINDS[code] === undefined && { databaseError: report }) },
      {
        ...(code === 11000 && constraint !== undefined && { constraint }),
        ...(code === 66 && { columns: ['_id'] }),
        ...(remaining !== undefined && { remaining }),
      },
    );
  }
  if (cause instanceof MongoNetworkError || cause instanceof MongoServerSelectionError) {
    return apiErrorFor('unavailable', { cause });
  }
  return undefined;
}
