import { createServer, type Server, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { Pool, type PoolClient } from 'pg';

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const OP_MSG = 2013;
const OP_QUERY = 2004;
const OP_REPLY = 1;

const HEADER = 16;

interface Message {
  readonly id: number;
  readonly body: Document;
  /** BSON documents of the section of kind 1, without their length and name. */
  readonly sequence?: Buffer;
  readonly isLegacy: boolean;
}

/** Codes of MongoDB by SQLSTATE of the engine. */
const ERROR_CODES: Readonly<Record<string, readonly [code: number, name: string]>> = {
  M0001: [2, 'BadValue'],
  M000M: [66, 'ImmutableField'],
  M000Z: [166, 'CommandNotSupportedOnView'],
  M001C: [11000, 'DuplicateKey'],
  M00CO: [121, 'DocumentValidationFailure'],
  '23505': [11000, 'DuplicateKey'],
  '23P01': [11000, 'DuplicateKey'],
  '40001': [112, 'WriteConflict'],
  '40P01': [112, 'WriteConflict'],
  '57014': [50, 'MaxTimeMSExpired'],
};

/** Options of a deployment. */
interface Deployment {
  /** True for a replica set, which has transactions. */
  readonly isReplicaSet?: boolean;
}

/** Speaks MongoDB's protocol in front of the extension `documentdb` of PostgreSQL. */
export class DocumentDbGateway {
  /** Receives each command. A returned reply replaces that of the engine. */
  intercept: ((command: Document) => Document | undefined) | undefined;
  readonly #pool: Pool;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #cursors = new Map<string, { readonly database: string; readonly continuation: Buffer }>();

  readonly #deployment: Deployment;
  /** Connections with an open transaction, by session. */
  readonly #transactions = new Map<string, PoolClient>();

  constructor(connectionString: string, deployment: Deployment = {}) {
    this.#deployment = deployment;
    this.#pool = new Pool({ connectionString, max: 20 });
    this.#pool.on('error', () => undefined);
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Returns the port. */
  listen(port = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#transactions.values()) client.release(true);
    this.#transactions.clear();
    await this.#pool.end();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    let queue: Promise<void> = Promise.resolve();
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= HEADER && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0);
        const message = readMessage(received.subarray(0, length));
        received = received.subarray(length);
        queue = queue.then(() => this.#answer(socket, message));
      }
    });
  }

  async #answer(socket: Socket, message: Message): Promise<void> {
    const reply = await this.#run(message).catch((error) => {
      // The client learns nothing about a command during which the engine ended.
      if (isConnectionLost(error)) socket.destroy();
      return toErrorReply(error);
    });
    if (!socket.destroyed)
      socket.write(message.isLegacy ? legacyReply(message.id, reply) : writeMessage(message.id, reply));
  }

  async #run({ body, sequence }: Message): Promise<Document | Buffer> {
    const [command = ''] = Object.keys(body);
    const intercepted = this.intercept?.(body);
    if (intercepted !== undefined) return intercepted;
    const {
      $db: database = 'admin',
      lsid: _lsid,
      txnNumber: _txn,
      startTransaction: _start,
      autocommit: _autocommit,
      readConcern: _concern,
      writeConcern: _writeConcern,
      $readPreference: _preference,
      $clusterTime: _time,
      ...rest
    } = body;
    const spec = Buffer.from(BSON.serialize(rest));
    const engine = await this.#engineOf(body);
    switch (command.toLowerCase()) {
      case 'hello':
      case 'ismaster':
        return {
          ismaster: true,
          isWritablePrimary: true,
          helloOk: true,
          maxBsonObjectSize: 16_777_216,
          maxMessageSizeBytes: 48_000_000,
          maxWriteBatchSize: 100_000,
          localTime: new Date(),
          logicalSessionTimeoutMinutes: 30,
          minWireVersion: 0,
          maxWireVersion: 21,
          readOnly: false,
          ...(this.#deployment.isReplicaSet && {
            setName: 'rs',
            hosts: ['127.0.0.1'],
            me: '127.0.0.1',
            secondary: false,
          }),
          ok: 1,
        };
      case 'committransaction':
      case 'aborttransaction':
        return this.#endTransaction(body, command === 'commitTransaction' ? 'commit' : 'rollback');
      case 'ping':
      case 'endsessions':
      case 'killcursors':
        return { ok: 1 };
      case 'buildinfo':
        return { version: '7.0.0', versionArray: [7, 0, 0, 0], ok: 1 };
      case 'find':
        return this.#firstPage(engine, 'find_cursor_first_page', database, spec);
      case 'aggregate':
        return this.#firstPage(engine, 'aggregate_cursor_first_page', database, spec);
      case 'listcollections':
        return this.#firstPage(engine, 'list_collections_cursor_first_page', database, spec);
      case 'listindexes':
        return this.#firstPage(engine, 'list_indexes_cursor_first_page', database, spec);
      case 'getmore':
        return this.#nextPage(engine, String(body.getMore), spec);
      case 'insert':
      case 'update':
      case 'delete':
        return this.#one(
          engine,
          `select p_result::bytea r from documentdb_api.${command.toLowerCase()}($1, $2::bytea::documentdb_core.bson, $3::bytea::documentdb_core.bsonsequence)`,
          [database, spec, sequence ?? null],
        );
      case 'findandmodify':
        return this.#one(
          engine,
          'select p_result::bytea r from documentdb_api.find_and_modify($1, $2::bytea::documentdb_core.bson)',
          [database, spec],
        );
      case 'count':
        return this.#one(engine, 'select documentdb_api.count_query($1, $2::bytea::documentdb_core.bson)::bytea r', [
          database,
          spec,
        ]);
      case 'distinct':
        return this.#one(engine, 'select documentdb_api.distinct_query($1, $2::bytea::documentdb_core.bson)::bytea r', [
          database,
          spec,
        ]);
      case 'create':
        return this.#one(
          engine,
          'select documentdb_api.create_collection_view($1, $2::bytea::documentdb_core.bson)::bytea r',
          [database, spec],
        );
      case 'createindexes':
        return this.#one(
          engine,
          'select retval::bytea r from documentdb_api.create_indexes_background($1, $2::bytea::documentdb_core.bson)',
          [database, spec],
        );
      case 'collmod':
        return this.#one(engine, 'select documentdb_api.coll_mod($1, $2, $3::bytea::documentdb_core.bson)::bytea r', [
          database,
          body.collMod,
          spec,
        ]);
      case 'drop':
        await this.#pool.query('select documentdb_api.drop_collection($1, $2)', [database, body.drop]);
        return { ok: 1 };
      case 'dropdatabase':
        await this.#pool.query('select documentdb_api.drop_database($1)', [database]);
        return { ok: 1 };
      default:
        return { ok: 0, errmsg: `no such command: '${command}'`, code: 59, codeName: 'CommandNotFound' };
    }
  }

  /** Returns the connection of the session's transaction, which the first command begins. */
  async #engineOf({ lsid, autocommit, startTransaction }: Document): Promise<Engine> {
    if (autocommit !== false) return this.#pool;
    const id = sessionId(lsid);
    const known = this.#transactions.get(id);
    if (known !== undefined) return known;
    if (startTransaction !== true) throw new GatewayError(251, 'NoSuchTransaction');
    const client = await this.#pool.connect();
    client.on('error', ignore);
    this.#transactions.set(id, client);
    await client.query('begin isolation level repeatable read');
    return client;
  }

  async #endTransaction({ lsid }: Document, statement: 'commit' | 'rollback'): Promise<Document> {
    const id = sessionId(lsid);
    const client = this.#transactions.get(id);
    if (client === undefined) throw new GatewayError(251, 'NoSuchTransaction');
    this.#transactions.delete(id);
    try {
      await client.query(statement);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.off('error', ignore);
    client.release();
    return { ok: 1 };
  }

  async #one(engine: Engine, text: string, values: readonly unknown[]): Promise<Document | Buffer> {
    const { rows } = await engine.query(text, [...values]);
    return withErrorCodes(rows[0].r);
  }

  async #firstPage(engine: Engine, name: string, database: string, spec: Buffer): Promise<Buffer> {
    const { rows } = await engine.query(
      `select cursorpage::bytea p, continuation::bytea c, cursorid::text id from documentdb_api.${name}($1, $2::bytea::documentdb_core.bson)`,
      [database, spec],
    );
    const [{ p, c, id }] = rows;
    if (c !== null) this.#cursors.set(id, { database, continuation: c });
    return p;
  }

  async #nextPage(engine: Engine, id: string, spec: Buffer): Promise<Buffer | Document> {
    const cursor = this.#cursors.get(id);
    if (cursor === undefined)
      return { ok: 0, errmsg: `cursor id ${id} not found`, code: 43, codeName: 'CursorNotFound' };
    const { rows } = await engine.query(
      'select cursorpage::bytea p, continuation::bytea c from documentdb_api.cursor_get_more($1, $2::bytea::documentdb_core.bson, $3::bytea::documentdb_core.bson)',
      [cursor.database, spec, cursor.continuation],
    );
    const [{ p, c }] = rows;
    if (c === null) this.#cursors.delete(id);
    else this.#cursors.set(id, { ...cursor, continuation: c });
    return p;
  }
}

function readMessage(bytes: Buffer): Message {
  const id = bytes.readInt32LE(4);
  const code = bytes.readInt32LE(12);
  if (code === OP_QUERY) {
    const start = bytes.indexOf(0, HEADER + 4) + 1 + 8;
    return { id, body: BSON.deserialize(bytes.subarray(start)), isLegacy: true };
  }
  if (code !== OP_MSG) throw new Error(`Unknown operation ${code}.`);
  let offset = HEADER + 4;
  let body: Document = {};
  let sequence: Buffer | undefined;
  while (offset < bytes.length) {
    const kind = bytes[offset];
    const size = bytes.readInt32LE(offset + 1);
    if (kind === 0) {
      body = BSON.deserialize(bytes.subarray(offset + 1, offset + 1 + size), { promoteValues: false });
    } else {
      const nameEnd = bytes.indexOf(0, offset + 5);
      sequence = bytes.subarray(nameEnd + 1, offset + 1 + size);
    }
    offset += 1 + size;
  }
  return { id, body, isLegacy: false, ...(sequence && { sequence }) };
}

const toBson = (reply: Document | Buffer): Buffer =>
  Buffer.isBuffer(reply) ? reply : Buffer.from(BSON.serialize(reply));

function writeMessage(to: number, reply: Document | Buffer): Buffer {
  const body = toBson(reply);
  const head = Buffer.alloc(HEADER + 5);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(0, 4);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

function legacyReply(to: number, reply: Document | Buffer): Buffer {
  const body = toBson(reply);
  const head = Buffer.alloc(HEADER + 20);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(to, 8);
  head.writeInt32LE(OP_REPLY, 12);
  head.writeInt32LE(1, HEADER + 16);
  return Buffer.concat([head, body]);
}

type Engine = Pool | PoolClient;

const ignore = (): void => undefined;

/** An error with a code of MongoDB. */
class GatewayError extends Error {
  readonly number: number;

  constructor(number: number, name: string) {
    super(name);
    this.number = number;
  }
}

/** SQLSTATEs have five characters; errors of the network and of the client have other codes, or none. */
const isConnectionLost = (error: unknown): boolean =>
  !(error instanceof GatewayError) && !/^(?!57P0)[0-9A-Z]{5}$/.test(String((error as { code?: string }).code));

const sessionId = (lsid: Document): string => BSON.EJSON.stringify(lsid, { relaxed: false });

function toErrorReply(error: unknown): Document {
  if (error instanceof GatewayError) return { ok: 0, errmsg: error.message, code: error.number };
  const { message, code: state = '' } = error as Error & { readonly code?: string };
  const [code, codeName] = ERROR_CODES[state] ?? [1, state === '' ? 'InternalError' : state];
  const labels = code === 112 ? ['TransientTransactionError'] : [];
  return { ok: 0, errmsg: message, code, codeName, errorLabels: labels };
}

/** Replaces the codes of write errors, which are packed SQLSTATEs. */
function withErrorCodes(reply: Buffer): Document | Buffer {
  const document = BSON.deserialize(reply, { promoteValues: false });
  if (!Array.isArray(document.writeErrors)) return reply;
  const writeErrors = document.writeErrors.map((error: Document) => {
    const [code = 1] = ERROR_CODES[unpackState(Number(error.code))] ?? [];
    return { ...error, code: new BSON.Int32(code) };
  });
  return { ...document, writeErrors };
}

/** PostgreSQL packs a character into 6 bits. */
const unpackState = (packed: number): string =>
  Array.from({ length: 5 }, (_, index) => String.fromCharCode(48 + ((packed >> (6 * index)) & 63))).join('');
