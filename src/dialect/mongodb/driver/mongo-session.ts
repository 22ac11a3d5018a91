import type { LRUCache } from 'lru-cache';
import {
  BSON,
  type ClientSession,
  type Db,
  type Document,
  type MongoClient,
  MongoServerError,
  ObjectId,
  type WriteConcern,
} from 'mongodb';
import { ApiError, throwApiError } from '../../../base/errors.ts';
import { fillTemplate, parseTemplate, type Template } from '../../../document/template.ts';
import type { BoundStatement, ChangeSession } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { decodeCaptured } from './codec.ts';

/** Maximum documents of the first reply. Further documents need another round trip. A reply has at most 16 MiB. */
const BATCH_SIZE = 100_000;

/** Milliseconds that a canceled write may take to end. After that, its connection is closed. */
const CANCEL_GRACE_MS = 1_000;

/** Shared by the sessions of a pool. */
export interface MongoContext {
  readonly client: MongoClient;
  readonly templates: LRUCache<string, Template & object>;
  readonly timeout: number;
  /** True if commands must see earlier writes, whatever the options of the URL are. */
  readonly readsOwnWrites: boolean;
  /** Returns true if the deployment has transactions. */
  readonly hasTransactions: () => Promise<boolean>;
}

/**
 * Number of documents that a failed command has written, and that are not rolled back. It is unknown if one statement
 * changes several documents: the reply does not count those that the failed statement has changed.
 */
type Remaining = number | 'unknown';

/** The first error of a command that writes. */
export class WriteFailure extends Error {
  readonly code: number;
  readonly written: Remaining;

  constructor({ code, errmsg }: Document, written: Remaining) {
    super(String(errmsg));
    this.code = Number(code);
    this.written = written;
  }
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
  readonly isWrite: boolean;
}

export class MongoSession implements ChangeSession {
  readonly #context: MongoContext;
  readonly #database: Db;
  #transaction: ClientSession | undefined;
  #running: Running | undefined;

  constructor(context: MongoContext) {
    this.#context = context;
    this.#database = context.client.db();
  }

  async run({ statement, values, maxBytes }: BoundStatement): Promise<Result> {
    const decoded = values.map((value, index) => {
      const slot = statement.slots[index];
      return slot?.source.kind === 'captured' ? decodeCaptured(value as string | null, slot) : value;
    });
    const command = fillTemplate(this.#templateOf(statement.text), decoded) as Document;
    const abort = new AbortController();
    const { signal } = abort;
    const isWrite = isWriteCommand(command) && this.#transaction === undefined;
    const work =
      'pipeline' in command
        ? this.#aggregate(command, signal, maxBytes)
        : isWriteCommand(command)
          ? this.#write(command, signal)
          : this.#command(command, signal);
    this.#running = { abort, ended: work.catch(() => undefined), isWrite };
    try {
      return await work;
    } catch (error) {
      if (isWrite && !('findAndModify' in command) && isTimeLimit(error)) throw SessionLost.from(error);
      if (!signal.aborted || error instanceof ApiError) throw error;
      throw isWrite ? SessionLost.from(error) : apiErrorFor('tooSlow', { cause: error });
    } finally {
      this.#running = undefined;
    }
  }

  /** @throws ApiError OperationNotOffered if the deployment has no transactions */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.#context.hasTransactions())) rejectTransaction();
    const session = this.#context.client.startSession();
    this.#transaction = session;
    try {
      session.startTransaction({
        readConcern: { level: 'snapshot' },
        readPreference: 'primary',
        maxCommitTimeMS: this.#context.timeout,
      });
      const result = await work();
      await session.commitTransaction();
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
      throw error;
    } finally {
      this.#transaction = undefined;
      await session.endSession();
    }
  }

  async reset(): Promise<void> {
    // Commands leave no settings.
  }

  /** Aborting closes the connection, and the server then stops a read. A write may end within `CANCEL_GRACE_MS`. */
  async cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const timer = running.isWrite ? setTimeout(() => running.abort.abort(), CANCEL_GRACE_MS) : undefined;
    if (!running.isWrite) running.abort.abort();
    await running.ended;
    clearTimeout(timer);
  }

  get #session(): { readonly session?: ClientSession } {
    return this.#transaction === undefined ? {} : { session: this.#transaction };
  }

  async #aggregate(
    { aggregate, pipeline }: Document,
    signal: AbortSignal,
    maxBytes: number | undefined,
  ): Promise<Result> {
    const isCurrent = this.#context.readsOwnWrites;
    const options = {
      ...this.#session,
      ...(isCurrent && { readPreference: 'primary' as const }),
      ...(isCurrent && this.#transaction === undefined && { readConcern: { level: 'local' as const } }),
      raw: true,
      ignoreUndefined: true,
      batchSize: BATCH_SIZE,
      maxTimeMS: this.#context.timeout,
      signal,
    };
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

  /** Returns the documents that the command has written, and their number. */
  async #write({ skip, ...command }: Document, signal: AbortSignal): Promise<Result> {
    const documents: Document[] | undefined = command.documents?.map(withId);
    const concern = this.#transaction === undefined ? this.#database.writeConcern : undefined;
    const reply = await this.#database.command(
      {
        ...command,
        ...(documents && { documents }),
        ...unsetMissing(command),
        maxTimeMS: this.#context.timeout,
        ...(concern && { writeConcern: toWriteConcern(concern) }),
      },
      // With `raw`, the reply has the document as bytes. `promoteValues: false` would also change error codes.
      {
        ...this.#session,
        readPreference: 'primary',
        raw: 'findAndModify' in command,
        ignoreUndefined: true,
        signal,
      },
    );
    const written = Number(reply.n ?? 0);
    const [failure]: readonly Document[] = reply.writeErrors ?? [];
    if (failure !== undefined) {
      if (isSkipped(failure, skip)) return [{ rows: [], documents: [], affected: 0 }];
      const remaining = 'insert' in command ? written : 'unknown';
      throw new WriteFailure(failure, this.#transaction === undefined ? remaining : 0);
    }
    if ('findAndModify' in command) {
      const found = reply.value === null ? [] : [BSON.deserialize(reply.value, { promoteValues: false })];
      return [{ rows: [], documents: found, affected: found.length }];
    }
    return [{ rows: [], documents: documents ?? [], affected: written }];
  }

  /** Returns the documents of the reply's cursor, or the reply, as canonical Extended JSON. */
  async #command(command: Document, signal: AbortSignal): Promise<Result> {
    const reply = await this.#database.command(command, { promoteValues: false, signal });
    const documents: readonly Document[] = reply.cursor?.firstBatch ?? [reply];
    return [
      {
        columns: ['document'],
        rows: documents.map((document) => [BSON.EJSON.stringify(document, { relaxed: false })]),
      },
    ];
  }

  #templateOf(text: string): Template {
    const known = this.#context.templates.get(text);
    if (known !== undefined) return known;
    const template = parseTemplate(text) as Template & object;
    this.#context.templates.set(text, template);
    return template;
  }
}

const WRITE_COMMANDS = ['insert', 'update', 'delete', 'findAndModify'];

const isWriteCommand = (command: Document): boolean => WRITE_COMMANDS.some((name) => name in command);

const rejectTransaction = (): never =>
  throwApiError(
    'OperationNotOffered',
    'This operation needs a transaction, which this MongoDB server does not support. Send each change in its own request, or use a replica set.',
  );

const toWriteConcern = ({ w, journal, wtimeoutMS }: WriteConcern): Document => ({
  ...(w !== undefined && { w }),
  ...(journal !== undefined && { j: journal }),
  ...(wtimeoutMS !== undefined && { wtimeout: wtimeoutMS }),
});

/** Returns the document with a new key, if it has none. */
const withId = (document: Document): Document =>
  document._id === undefined ? { ...document, _id: new ObjectId() } : document;

/** Moves the fields that are assigned `undefined` from `$set` to `$unset`. */
function unsetMissing(command: Document): Document {
  if (command.update?.$set !== undefined && 'findAndModify' in command) return { update: splitMissing(command.update) };
  if (!Array.isArray(command.updates)) return {};
  return { updates: command.updates.map((update: Document) => ({ ...update, u: splitMissing(update.u) })) };
}

function splitMissing({ $set = {}, $unset = {} }: Document): Document {
  const entries = Object.entries($set);
  const missing = entries.filter(([, value]) => value === undefined).map(([name]) => [name, '']);
  const all = { ...$unset, ...Object.fromEntries(missing) };
  const present = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return {
    ...(Object.keys(present).length > 0 && { $set: present }),
    ...(Object.keys(all).length > 0 && { $unset: all }),
  };
}

/** Returns true if a time limit ended the command. A command for several documents may have written some of them. */
const isTimeLimit = (error: unknown): boolean =>
  error instanceof MongoServerError && TIME_LIMITS.has(Number(error.code));

const TIME_LIMITS: ReadonlySet<number> = new Set([50, 262]);

const DUPLICATE_KEY = 11000;

/** Returns true if the document was not inserted because its key exists in one of the indexes. */
function isSkipped(failure: Document, indexes: readonly string[] | undefined): boolean {
  if (indexes === undefined || Number(failure.code) !== DUPLICATE_KEY) return false;
  const name = indexOf(failure.errmsg);
  return name !== undefined && indexes.includes(name);
}

/** Returns the name of the index that the message of a duplicate key contains. */
export const indexOf = (message: unknown): string | undefined =>
  /index: (.+?) dup key|Index '(.+?)'/
    .exec(String(message))
    ?.slice(1)
    .find((name) => name !== undefined);
