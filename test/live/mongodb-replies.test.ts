import { parse } from 'graphql';
import { type Document, MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { ApiError } from '../../src/base/errors.ts';
import { bootFile } from '../support/boot-file.ts';
import type { DocumentDbGateway } from '../support/documentdb/gateway.ts';
import { type DocumentDb, startDocumentdb } from '../support/documentdb/start-documentdb.ts';
import { describeOn } from '../support/servers.ts';

const OPTIONS = 'readPreference=secondaryPreferred&readConcernLevel=majority&w=majority&journal=true';

const configFor = (url: string) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Entry: {
      source: 'entries',
      permissions: [
        { role: 'staff', actions: ['*'] },
        {
          role: 'member',
          actions: ['create', 'read', 'update'].map((action) => ({ action, policy: { database: '@item.n gt 0' } })),
        },
      ],
    },
    Pad: {
      source: 'pads',
      permissions: [{ role: 'staff', actions: ['*'] }],
      relationships: { entry: { belongsTo: 'Entry', on: { n: '_id' } } },
    },
    Link: {
      source: 'links',
      permissions: [{ role: 'staff', actions: ['*'] }],
      relationships: { entry: { belongsTo: 'Entry', on: { n: '_id' } } },
    },
  },
});

const ONE = '0123456789abcdef01234567';

const CREATE = 'mutation { createEntry(item: { _id: 1, n: 1 }) { n } }';
const UPDATE = 'mutation { updateEntry(_id: 0, item: { n: 5 }) { n } }';
const UPDATE_MANY = 'mutation { updateEntries(filter: { n: { gte: 0 } }, item: { n: 5 }) { affected } }';
const SEVERAL = `mutation {
  a: updateEntry(_id: 0, item: { n: 5 }) { n }
  b: createEntry(item: { _id: 1, n: 1 }) { n }
}`;

/** Commands that the client sends on its own. */
const MONITORING: ReadonlySet<string> = new Set(['hello', 'ismaster', 'endSessions']);

const failure = (code: number, ...errorLabels: readonly string[]): Document => ({
  ok: 0,
  code,
  errmsg: 'not primary',
  errorLabels,
});

/** Reply to a command whose first document is rejected. */
const rejected = (code: number, n = 0): Document => ({
  ok: 1,
  n,
  writeErrors: [{ index: 0, code, errmsg: 'rejected' }],
});

const notWithConcern = { ok: 1, n: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } };

describeOn('mongodb', 'replies of MongoDB that the tested engine does not send', () => {
  let server: DocumentDb | undefined;
  beforeAll(async () => {
    server = await startDocumentdb();
  });
  afterAll(async () => {
    await server?.stop();
  });

  describe.each(['single', 'replicaSet'] as const)('%s', (kind) => {
    let client: MongoClient;
    let app: Application;
    let gateway: DocumentDbGateway;
    let commands: Document[] = [];
    let lastError: ApiError | undefined;
    const links = () => client.db().collection('links');
    const entries = () => client.db().collection<{ _id: number; n: number }>('entries');

    beforeAll(async () => {
      if (server === undefined) throw new Error('The engine is installed.');
      const { connectionString, replicaSet } = server;
      gateway = kind === 'single' ? server.gateway : server.replicaGateway;
      const address = new URL(kind === 'single' ? connectionString : replicaSet);
      address.pathname = `replies_${kind.toLowerCase()}`;
      client = new MongoClient(address.href);
      await entries().insertOne({ _id: 0, n: 0 });
      await links().insertOne({ n: 0, m: 0 });
      await client.db().collection<{ _id: string; n: number }>('pads').insertOne({ _id: 'a', n: 0 });
      app = await bootFile(configFor(`${address.href}&${OPTIONS}`));
    });
    afterAll(async () => {
      await app?.close();
      await client?.close();
    });
    beforeEach(async () => {
      gateway.intercept = undefined;
      await entries().deleteMany({});
      await entries().insertOne({ _id: 0, n: 0 });
      await links().deleteMany({});
      commands = [];
    });

    /** Replaces the replies to the next commands of this name. */
    function replyTo(name: string, ...replies: readonly Document[]): void {
      const remaining = [...replies];
      gateway.intercept = (command) => {
        const [own = ''] = Object.keys(command);
        if (!MONITORING.has(own)) commands.push(command);
        return own === name ? remaining.shift() : undefined;
      };
    }

    async function run(text: string, role = 'staff'): Promise<unknown> {
      const answer = await app.answer({
        document: parse(text),
        operationName: undefined,
        variables: {},
        identity: { role, claims: {} },
      });
      if (answer.kind === 'answered') return JSON.parse(answer.data);
      lastError = answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0];
      return lastError?.code;
    }

    it('retries a write that a secondary rejected', async () => {
      replyTo('insert', failure(10107, 'RetryableWriteError'));
      expect(await run(CREATE)).toEqual({ createEntry: { n: 1 } });
      replyTo('findAndModify', failure(10107), failure(10107));
      expect(await run(UPDATE)).toBe('Unavailable');
    });

    it.each<[string, string, Document, string]>([
      ['insert', CREATE, notWithConcern, 'OutcomeUnknown'],
      ['insert', CREATE, failure(11602, 'RetryableWriteError'), 'OutcomeUnknown'],
      ['insert', CREATE, failure(13), 'Forbidden'],
      ['findAndModify', UPDATE, failure(50), 'DatabaseTimeout'],
      ['findAndModify', UPDATE, failure(91), 'OutcomeUnknown'],
      ['findAndModify', UPDATE, failure(10334), 'LimitExceeded'],
      ['findAndModify', UPDATE, failure(66), 'ConstraintViolated'],
      ...[6, 7, 89, 9001].map((code): [string, string, Document, string] => [
        'findAndModify',
        UPDATE,
        failure(code),
        'OutcomeUnknown',
      ]),
      ['insert', CREATE, failure(7, 'RetryableWriteError'), 'OutcomeUnknown'],
      ['insert', CREATE, rejected(171), 'ConstraintViolated'],
      ['insert', CREATE, rejected(16755), 'ConstraintViolated'],
      ['insert', CREATE, rejected(17419), 'LimitExceeded'],
      ['insert', CREATE, rejected(99999), 'ConstraintViolated'],
    ])('answers a reply to %s', async (name, text, reply, code) => {
      replyTo(name, reply);
      expect(await run(text)).toBe(code);
    });

    it('retries a write conflict', async () => {
      replyTo('findAndModify', failure(112), failure(112));
      expect(await run(UPDATE)).toEqual({ updateEntry: { n: 5 } });
    });

    it('does not know the outcome of a bulk write that exceeds its time', async () => {
      replyTo('update', failure(50));
      expect(await run(UPDATE_MANY)).toBe(kind === 'single' ? 'OutcomeUnknown' : 'DatabaseTimeout');
      replyTo('update', { ok: 1, n: 1, nModified: 1, writeErrors: [{ index: 0, code: 112, errmsg: 'conflict' }] });
      expect(await run(UPDATE_MANY)).toEqual(kind === 'single' ? 'OutcomeUnknown' : { updateEntries: { affected: 1 } });
    });

    const RELATED = 'mutation { createLink(item: { n: 0, m: 1 }) { n entry { n } } }';

    it('reads a response again after a committed write', async () => {
      replyTo('aggregate', failure(13435));
      expect(await run(RELATED)).toEqual({ createLink: { n: 0, entry: { n: 0 } } });
      expect(await links().countDocuments()).toBe(1);
    });

    it.each([failure(13435), failure(11600), failure(50), failure(26), failure(13)])(
      'never repeats a committed write whose response cannot be read: $code',
      async (reply) => {
        replyTo('aggregate', ...Array.from({ length: 12 }, () => reply));
        expect(await run(RELATED)).toBe('OutcomeUnknown');
        expect(lastError?.message).toContain('The write was applied, but its response could not be read.');
        expect(lastError?.message).not.toContain('Nothing was changed');
        expect(commands.filter(({ insert }) => insert !== undefined)).toHaveLength(1);
        gateway.intercept = undefined;
        expect(await links().countDocuments()).toBe(1);
      },
    );

    it('reports a committed update whose document has another type in a field', async () => {
      await links().insertOne({ _id: new ObjectId(ONE), n: 'x' });
      expect(await run(`mutation { updateLink(_id: "${ONE}", item: { m: 2 }) { m n } }`)).toBe('OutcomeUnknown');
      expect(lastError?.message).toMatch(/has another type in a field.* The write was applied/);
      expect(await links().findOne({}, { projection: { _id: 0 } })).toEqual({ n: 'x', m: 2 });
    });

    it('changes nothing if it cannot read the document of a delete', async () => {
      await links().insertOne({ _id: new ObjectId(ONE), n: 0 });
      replyTo('aggregate', failure(11600), failure(11600));
      expect(await run(`mutation { deleteLink(_id: "${ONE}") { n entry { n } } }`)).toBe('Unavailable');
      expect(lastError?.message).toContain('Nothing was changed.');
      expect(commands.map((command) => Object.keys(command)[0])).not.toContain('findAndModify');
      replyTo('aggregate', failure(11600));
      expect(await run(`mutation { deleteLink(_id: "${ONE}") { n entry { n } } }`)).toEqual({
        deleteLink: { n: 0, entry: { n: 0 } },
      });
    });

    it.runIf(kind === 'single')('does not know which documents a failed bulk change has left unchanged', async () => {
      const codes = {
        112: 'OutcomeUnknown',
        121: 'ConstraintViolated',
        11000: 'Conflict',
        99999: 'ConstraintViolated',
      };
      const texts = {
        update: UPDATE_MANY,
        delete: 'mutation { deleteEntries(filter: { n: { gte: 0 } }) { affected } }',
      };
      for (const [name, text] of Object.entries(texts)) {
        for (const [code, expected] of Object.entries(codes)) {
          replyTo(name, rejected(Number(code)), rejected(Number(code)));
          expect(await run(text)).toBe(expected);
          if (expected !== 'OutcomeUnknown')
            expect(lastError?.message).toContain('Some of the rows may have been changed.');
          expect(commands.filter((sent) => name in sent)).toHaveLength(1);
          commands = [];
        }
      }
    });

    it('reads its writes with the write concern of the URL', async () => {
      replyTo('none');
      expect(await run(UPDATE, 'member')).toBe('ItemNotFound');
      expect(await run('mutation { replaceEntry(_id: 0, item: { n: 3 }) { n } }')).toEqual({ replaceEntry: { n: 3 } });
      expect(await run(UPDATE, 'member')).toEqual({ updateEntry: { n: 5 } });
      const names = ['insert', 'update', 'findAndModify'];
      const writes = commands.filter((command) => names.includes(Object.keys(command)[0] ?? ''));
      expect(writes.map(({ writeConcern }) => writeConcern)).toEqual(writes.map(() => ({ w: 'majority', j: true })));
      const reads = commands.filter(({ aggregate }) => aggregate !== undefined);
      expect(reads.length).toBeGreaterThan(0);
      for (const { readConcern, $readPreference } of reads) {
        expect(readConcern ?? { level: 'local' }).toEqual({ level: 'local' });
        expect(['primary', 'primaryPreferred']).toContain($readPreference?.mode ?? 'primary');
      }
      commands = [];
      await run('{ entries { n } }');
      const readPreference = kind === 'single' ? {} : { $readPreference: { mode: 'secondaryPreferred' } };
      expect(commands).toMatchObject([{ readConcern: { level: 'majority' }, ...readPreference }]);
    });

    it.runIf(kind === 'replicaSet')('rejects a bulk change whose keys do not fit in a command', async () => {
      const pad = 'x'.repeat(2_000);
      const pads = client.db().collection<{ _id: string; n: number }>('pads');
      await pads.insertMany(Array.from({ length: 9_000 }, (_, index) => ({ _id: `${index}${pad}`, n: 0 })));
      replyTo('none');
      expect(await run('mutation { deletePads(filter: { entry: { n: { gte: 0 } } }) { affected } }')).toBe(
        'LimitExceeded',
      );
      expect(commands.map((command) => Object.keys(command)[0])).not.toContain('delete');
      expect(await pads.countDocuments()).toBe(9_001);
    });

    it.runIf(kind === 'replicaSet')('begins, commits, and rolls back transactions', async () => {
      replyTo('none');
      expect(await run(SEVERAL)).toEqual({ a: { n: 5 }, b: { n: 1 } });
      const [first, second, last] = commands;
      expect(first).toMatchObject({ startTransaction: true, readConcern: { level: 'snapshot' }, autocommit: false });
      expect(second).toMatchObject({ insert: 'entries', autocommit: false });
      expect(second).not.toHaveProperty('writeConcern');
      expect(last).toMatchObject({ commitTransaction: expect.anything(), writeConcern: { w: 'majority', j: true } });
      commands = [];
      expect(await run(SEVERAL)).toBe('Conflict');
      expect(commands.map((command) => Object.keys(command)[0])).toEqual([
        'findAndModify',
        'insert',
        'abortTransaction',
      ]);
    });

    it.runIf(kind === 'replicaSet')('does not know the outcome of a lost commit', async () => {
      const lost = failure(64, 'UnknownTransactionCommitResult');
      replyTo('commitTransaction', lost, lost, lost);
      expect(await run(SEVERAL)).toBe('OutcomeUnknown');
      replyTo('insert', failure(112, 'TransientTransactionError'));
      await entries().deleteMany({ _id: 1 });
      expect(await run(SEVERAL)).toEqual({ a: { n: 5 }, b: { n: 1 } });
    });
  });
});
