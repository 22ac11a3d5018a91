import { LRUCache } from 'lru-cache';
import {
  BSON,
  type Db,
  type Document,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import type { ApiError } from '../../../base/errors.ts';
import { fillTemplate, parseTemplate, type Template } from '../../../document/template.ts';
import type { BoundStatement, ChangeSession, Driver, ErrorClassification, Sessions } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { apiErrorFor, causesOf, type ErrorKind, readCauses } from '../../driver/database-error.ts';
import { InFlight } from '../../driver/in-flight.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { LIVE_SESSIONS, splitPool } from '../../driver/split-pool.ts';
import { tlsOptions } from '../../driver/tls-options.ts';
import { toReadSessions } from '../../driver/to-read-sessions.ts';
import type { ConnectedSource } from '../../store-kind.ts';

const MAX_TEMPLATES = 1_000;

/** Documents of the first reply; further ones need another round trip. A reply has at most 16 MiB. */
const BATCH_SIZE = 100_000;

const PING = '{"ping":1}';

export async function openMongodb(source: ConnectedSource): Promise<Driver> {
  const { reads: maxReads, changes: maxChanges } = splitPool(source.pool);
  const templates = new LRUCache<string, Template & object>({ max: MAX_TEMPLATES });
  const pools = {
    reads: new MongoPool(source, maxReads, templates),
    changes: new MongoPool(source, maxChanges, templates),
    service: new MongoPool(source, 1, templates),
    live: new MongoPool(source, LIVE_SESSIONS, templates),
  };
  return {
    reads: toReadSessions(pools.reads),
    changes: pools.changes,
    service: toReadSessions(pools.service),
    live: toReadSessions(pools.live),
    pingText: PING,
    classify: classifyError,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

/** Limits the concurrent operations of a client. The client keeps the connections. */
class MongoPool implements Sessions<MongoSession> {
  readonly max: number;
  readonly #client: MongoClient;
  readonly #templates: LRUCache<string, Template & object>;
  readonly #timeout: number;
  readonly #inFlight = new InFlight();
  #open = 0;

  constructor(source: ConnectedSource, max: number, templates: LRUCache<string, Template & object>) {
    this.max = max;
    this.#templates = templates;
    this.#timeout = source.statementTimeoutMs;
    const tls = tlsOptions(source.tls);
    this.#client = new MongoClient(source.connectionString, {
      appName: 'joinery',
      maxPoolSize: 2 * max,
      connectTimeoutMS: source.pool.connectTimeout,
      serverSelectionTimeoutMS: source.pool.connectTimeout,
      retryReads: false,
      retryWrites: false,
      ...(tls !== undefined && { tls: true, ...tls }),
    });
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
    return this.#inFlight.add(work(new MongoSession(this.#client.db(), this.#templates, this.#timeout)));
  }

  closeIdle(): void {
    // The client closes the connections of a server that fails.
  }

  async close(): Promise<void> {
    await this.#inFlight.end();
    await this.#client.close();
  }
}

class MongoSession implements ChangeSession {
  readonly #database: Db;
  readonly #templates: LRUCache<string, Template & object>;
  readonly #timeout: number;
  #running: { readonly abort: AbortController; readonly ended: Promise<unknown> } | undefined;

  constructor(database: Db, templates: LRUCache<string, Template & object>, timeout: number) {
    this.#database = database;
    this.#templates = templates;
    this.#timeout = timeout;
  }

  async run({ statement, values, maxBytes }: BoundStatement): Promise<Result> {
    const command = fillTemplate(this.#templateOf(statement.text), values) as Document;
    const abort = new AbortController();
    const work = 'pipeline' in command ? this.#aggregate(command, abort.signal, maxBytes) : this.#command(command);
    this.#running = { abort, ended: work.catch(() => undefined) };
    try {
      return await work;
    } finally {
      this.#running = undefined;
    }
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  async reset(): Promise<void> {
    // Commands leave no settings.
  }

  /** The server stops the operation when its connection is closed. */
  async cancel(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  async #aggregate(
    { aggregate, pipeline }: Document,
    signal: AbortSignal,
    maxBytes: number | undefined,
  ): Promise<Result> {
    const options = { raw: true, batchSize: BATCH_SIZE, maxTimeMS: this.#timeout, signal };
    const cursor =
      typeof aggregate === 'string'
        ? this.#database.collection(aggregate).aggregate(pipeline, options)
        : this.#database.aggregate(pipeline, options);
    const documents: Document[] = [];
    let bytes = 0;
    try {
      for await (const raw of cursor as unknown as AsyncIterable<Buffer>) {
        bytes += raw.length;
        if (maxBytes !== undefined && bytes > maxBytes) throw tooLarge(maxBytes);
        documents.push(BSON.deserialize(raw, { promoteValues: false }));
      }
    } finally {
      await cursor.close().catch(() => undefined);
    }
    return [{ rows: [], documents }];
  }

  /** Returns the documents of the reply's cursor, or the reply, as canonical Extended JSON. */
  async #command(command: Document): Promise<Result> {
    const reply = await this.#database.command(command, { promoteValues: false });
    const documents: readonly Document[] = reply.cursor?.firstBatch ?? [reply];
    return [
      {
        columns: ['document'],
        rows: documents.map((document) => [BSON.EJSON.stringify(document, { relaxed: false })]),
      },
    ];
  }

  #templateOf(text: string): Template {
    const known = this.#templates.get(text);
    if (known !== undefined) return known;
    const template = parseTemplate(text) as Template & object;
    this.#templates.set(text, template);
    return template;
  }
}

/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  11: 'unavailable',
  13: 'forbidden',
  18: 'loginRefused',
  24: 'busy',
  26: 'schemaChanged',
  50: 'tooSlow',
  89: 'unavailable',
  91: 'unavailable',
  112: 'conflict',
  121: 'failedCheck',
  189: 'unavailable',
  262: 'tooSlow',
  292: 'tooComplex',
  10107: 'unavailable',
  10334: 'tooComplex',
  11000: 'notUnique',
  11600: 'unavailable',
  11602: 'unavailable',
  13388: 'unavailable',
  13435: 'unavailable',
  13436: 'unavailable',
};

function classifyError(error: unknown): ErrorClassification {
  const apiError = readCauses(error, (cause) => readCause(cause));
  const causes = causesOf(error);
  return {
    apiError,
    isSessionLost: causes.some((cause) => cause instanceof SessionLost || cause instanceof MongoNetworkError),
    isRolledBack: causes.some(
      (cause) => cause instanceof MongoError && cause.hasErrorLabel('TransientTransactionError'),
    ),
    rejectsChanges: causes.some((cause) => cause instanceof MongoServerError && cause.code === 10107),
  };
}

function readCause(cause: object): ApiError | undefined {
  if (cause instanceof MongoServerError) {
    const kind = KINDS[Number(cause.code)];
    return kind === undefined ? undefined : apiErrorFor(kind, { cause });
  }
  if (cause instanceof MongoNetworkError || cause instanceof MongoServerSelectionError) {
    return apiErrorFor('unavailable', { cause });
  }
  return undefined;
}
