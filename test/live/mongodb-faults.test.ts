import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'graphql';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { openBlackHole } from '../support/black-hole.ts';
import { bootFile } from '../support/boot-file.ts';
import { type DocumentDb, startDocumentdb } from '../support/documentdb/start-documentdb.ts';
import { describeOn } from '../support/servers.ts';

const CLIENTS = 4;
const CRASHES = 2;

const configFor = (url: string) => ({
  'data-source': { 'database-type': 'mongodb', 'connection-string': url, pool: { 'connect-timeout-ms': 2_000 } },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: { Entry: { source: 'entries', permissions: [{ role: 'staff', actions: ['*'] }] } },
});

const DOCUMENT = `mutation ($id: Int!, $n: Int!) {
  createEntry(item: { _id: $id, n: $n }) { _id }
}`;

const IN_TRANSACTION = `mutation ($id: Int!, $other: Int!, $n: Int!) {
  a: createEntry(item: { _id: $id, n: $n }) { _id }
  b: createEntry(item: { _id: $other, n: $n }) { _id }
}`;

type Answer = Awaited<ReturnType<Application['answer']>>;

type Failed = Exclude<Answer, { kind: 'answered' }>;

const codeOf = (answer: Failed): string =>
  (answer.kind === 'failed' ? answer.apiError : answer.apiErrors[0])?.code ?? 'none';

describeOn('mongodb', 'faults of MongoDB', () => {
  let server: DocumentDb | undefined;
  beforeAll(async () => {
    server = await startDocumentdb();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each([
    { title: 'a write', text: 'mutation { createEntry(item: { _id: 1, n: 1 }) { n } }', code: 'OutcomeUnknown' },
    { title: 'a query', text: '{ entries { n } }', code: 'Unavailable' },
  ])('ends $title if the server does not respond', async ({ text, code }) => {
    if (server === undefined) throw new Error('The engine is installed.');
    const proxy = await openBlackHole(server.connectionString);
    const address = new URL(proxy.connectionString);
    address.pathname = 'silent';
    // The monitor of the client would notice the silence, too.
    address.searchParams.set('heartbeatFrequencyMS', '600000');
    const client = new MongoClient(new URL('silent', server.connectionString).href);
    await client
      .db()
      .collection<{ _id: number; n: number }>('entries')
      .replaceOne({ _id: 0 }, { n: 0 }, { upsert: true });
    await client.close();
    const { 'data-source': source, ...config } = configFor(address.href);
    const pool = { ...source.pool, 'silence-timeout-ms': 200 };
    const app = await bootFile({ ...config, 'data-source': { ...source, pool, 'statement-timeout-ms': 300 } });
    const run = (document: string) =>
      app.answer({
        document: parse(document),
        operationName: undefined,
        variables: {},
        identity: { role: 'staff', claims: {} },
      });
    try {
      expect((await run('{ entries { n } }')).kind).toBe('answered');
      expect((await run('mutation { updateEntry(_id: 0, item: { n: 2 }) { n } }')).kind).toBe('answered');
      proxy.freeze();
      const answer = await run(text);
      expect(answer.kind === 'answered' ? 'answered' : codeOf(answer)).toBe(code);
    } finally {
      proxy.close();
      await app.close();
    }
  });

  describe.each([
    { title: 'single writes', isReplicaSet: false },
    { title: 'transactions', isReplicaSet: true },
  ])('$title', ({ isReplicaSet }) => {
    it('keeps every acknowledged write, and no rejected one', async () => {
      if (server === undefined) throw new Error('The engine is installed.');
      const address = new URL(isReplicaSet ? server.replicaSet : server.connectionString);
      address.pathname = `faults_${isReplicaSet}`;
      const client = new MongoClient(address.href);
      const entries = client.db().collection<{ _id: number; n: number }>('entries');
      await entries.insertOne({ _id: 0, n: 0 });
      const app = await bootFile(configFor(address.href));
      const outcomes = new Map<number, string>();
      let isRunning = true;
      const work = async (offset: number): Promise<void> => {
        for (let number = 1; isRunning; number += 1) {
          const id = (number * CLIENTS + offset) * 2;
          const answer = await app.answer({
            document: parse(isReplicaSet ? IN_TRANSACTION : DOCUMENT),
            operationName: undefined,
            variables: isReplicaSet ? { id, other: id + 1, n: id } : { id, n: id },
            identity: { role: 'staff', claims: {} },
          });
          outcomes.set(id, answer.kind === 'answered' ? 'written' : codeOf(answer));
          if (answer.kind !== 'answered') await sleep(20);
        }
      };
      const clients = Array.from({ length: CLIENTS }, (_, offset) => work(offset));
      for (let crash = 0; crash < CRASHES; crash += 1) {
        await sleep(500);
        await server.crash();
      }
      await sleep(500);
      isRunning = false;
      await Promise.all(clients);
      await app.close();
      const stored = new Set((await entries.find().toArray()).map(({ _id }) => _id));
      await client.close();
      const idsOf = (...codes: readonly string[]): readonly number[] =>
        [...outcomes].flatMap(([id, code]) => (codes.includes(code) ? [id] : []));
      expect(new Set(outcomes.values()).difference(new Set(['written', 'Unavailable', 'OutcomeUnknown']))).toEqual(
        new Set(),
      );
      expect(idsOf('written').filter((id) => !stored.has(id))).toEqual([]);
      expect(idsOf('Unavailable').filter((id) => stored.has(id))).toEqual([]);
      if (isReplicaSet) expect([...stored].filter((id) => id > 1 && !stored.has(id ^ 1))).toEqual([]);
      expect(idsOf('written').length).toBeGreaterThan(20);
      expect(idsOf('Unavailable', 'OutcomeUnknown').length).toBeGreaterThan(0);
    });
  });
});
