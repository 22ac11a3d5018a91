import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Tap, tapWire } from '../cost/tap-wire.ts';
import {
  type CallerServer,
  callerServers,
  type Owner,
  PERMANENT,
  type ServedCallers,
  serveCallers,
} from '../oracle/callers/serve-callers.ts';
import { startPooler } from '../support/pgbouncer.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const CALLER = '{ callers { sub role claims } }';
const MINE = '{ notes(first: 100) { owner tags { owner } } notes_connection { totalCount } }';

const callerOf = (owner: Owner | undefined) => ({
  sub: owner ?? null,
  role: owner === undefined ? 'anonymous' : 'authenticated',
  claims: JSON.stringify(owner === undefined ? { role: 'anonymous' } : { sub: owner, role: 'authenticated' }),
});

const notesOf = (owner: Owner | undefined) => ({
  notes: Array.from({ length: owner === undefined ? 0 : PERMANENT }, () => ({ owner, tags: [{ owner }] })),
  notes_connection: { totalCount: owner === undefined ? 0 : PERMANENT },
});

const callers = ['ada', 'bob', undefined] as const;

/** Sends the same requests as all callers at once. */
const REPETITIONS = 12;

describe.each(callerServers)('the session context on $title', ({ name }) => {
  describeOn(name, 'passed to the database', () => {
    let served: ServedCallers;
    beforeAll(async () => {
      served = await serveCallers(name, 'session_context', { pool: { max: 3, changes: 1 } });
    });
    afterAll(() => served.close());

    it('is that of the caller of each concurrent read, prepared or not', async () => {
      for (const [query, expected] of [
        [CALLER, (owner: Owner | undefined) => ({ callers: [callerOf(owner)] })],
        [MINE, notesOf],
      ] as const) {
        for (let round = 0; round < REPETITIONS; round += 1) {
          const answers = await Promise.all([...callers, ...callers].map((owner) => served.graphql(query, owner)));
          expect(answers).toEqual([...callers, ...callers].map((owner) => ({ data: expected(owner) })));
        }
      }
    });

    it('applies to nested writes, and to the rows that they return', async () => {
      const create = (owner: string) =>
        `mutation { createNote(item: { owner: "${owner}", line: "new ${owner}", amount: 1, tags: [{ owner: "${owner}", word: "w" }] }) { owner tags { owner word } } }`;
      expect(await served.graphql(create('ada'), 'ada')).toEqual({
        data: { createNote: { owner: 'ada', tags: [{ owner: 'ada', word: 'w' }] } },
      });
      const { data, errors } = await served.graphql(create('bob'), 'ada');
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toMatch(/^(Forbidden|ConstraintViolated)$/);
      expect(
        (await served.graphql('mutation { deleteNotes(filter: { line: { eq: "new ada" } }) { affected } }', 'bob'))
          .data,
      ).toEqual({ deleteNotes: { affected: 0 } });
      expect(
        (await served.graphql('mutation { deleteNotes(filter: { line: { eq: "new ada" } }) { affected } }', 'ada'))
          .data,
      ).toEqual({ deleteNotes: { affected: 1 } });
    });

    it('hides rows of other callers from reads and writes by key', async () => {
      const [row] = await served.admin.rows(`select min(id) as id from ${served.allNotes} where owner = 'bob'`);
      const read = `{ note_by_pk(id: ${row?.id}) { owner } }`;
      expect(await served.graphql(read, 'ada')).toEqual({ data: { note_by_pk: null } });
      expect(await served.graphql(read, 'bob')).toEqual({ data: { note_by_pk: { owner: 'bob' } } });
      const update = `mutation { updateNote(id: ${row?.id}, item: { amount: 7 }) { owner } }`;
      const { errors } = await served.graphql(update, 'ada');
      expect(errors?.[0]?.extensions.code).toBe('ItemNotFound');
    });

    it('is gone after an error', async () => {
      for (const owner of callers) await served.graphql('{ brokenNotes { failing } }', owner);
      const answers = await Promise.all(Array.from({ length: 9 }, () => served.graphql(CALLER, undefined)));
      expect(answers).toEqual(answers.map(() => ({ data: { callers: [callerOf(undefined)] } })));
    });
  });
});

describe.each(callerServers)('the messages to $title', ({ name }) => {
  describeOn(name, 'with a session context', () => {
    const open = async (context: boolean): Promise<{ served: ServedCallers; tap: Tap }> => {
      const taps: Tap[] = [];
      const served = await serveCallers(
        name,
        `session_context_${context}`,
        { options: { 'set-session-context': context }, pool: { max: 2, changes: 1 } },
        async (url) => {
          taps.push(await tapWire(url));
          return taps[0]?.connectionString ?? '';
        },
      );
      return { served, tap: taps[0] as Tap };
    };
    let on: Awaited<ReturnType<typeof open>>;
    let off: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      on = await open(true);
      off = await open(false);
    });
    afterAll(async () => {
      for (const { served, tap } of [on, off]) {
        await served.close();
        tap.close();
      }
    });

    /** Runs a read that is already prepared. Returns the number of statements, and of round trips. */
    const countRead = async ({ served, tap }: typeof on): Promise<{ statements: number; trips: number }> => {
      const read = '{ notes(first: 1) { id } }';
      for (let uses = 0; uses < 5; uses += 1) await served.graphql(read, 'ada');
      await untilQuiet(tap);
      tap.messages.length = 0;
      await served.graphql(read, 'ada');
      await untilQuiet(tap);
      const count = (...kinds: readonly string[]) => tap.messages.filter(({ kind }) => kinds.includes(kind)).length;
      return { statements: count('execute', 'query'), trips: count('arrival') };
    };

    const costs: Readonly<Record<CallerServer, { statements: number; trips: number }>> = {
      // The settings are part of the message of the statement.
      postgres: { statements: 2, trips: 1 },
      // The variables are set before the statement, and cleared after the answer.
      mysql: { statements: 3, trips: 3 },
      mariadb: { statements: 3, trips: 3 },
    };

    it('adds the documented number of statements and round trips', async () => {
      expect(await countRead(on)).toEqual(costs[name]);
      expect(await countRead(off)).toEqual({ statements: 1, trips: 1 });
    });

    it('is never prepared again', async () => {
      for (const owner of [...callers, ...callers]) await on.served.graphql('{ notes(first: 2) { id } }', owner);
      await untilQuiet(on.tap);
      on.tap.messages.length = 0;
      for (const owner of callers) await on.served.graphql('{ notes(first: 2) { id } }', owner);
      expect(on.tap.messages.filter(({ kind }) => kind === 'parse')).toEqual([]);
    });
  });
});

describeOn('pgbouncer', 'the session context behind a pooler', () => {
  it('is that of the caller, although transactions of several callers share a session', async () => {
    let stop = async (): Promise<void> => undefined;
    onTestFinished(() => stop());
    const served = await serveCallers(
      'postgres',
      'session_context_pooled',
      { prepared: false, pool: { max: 6, changes: 2 } },
      async (target) => {
        const pooler = await startPooler({
          program: inject('pgbouncer') ?? '',
          folder: join(await makeTemporaryFolder(), 'pooler'),
          target,
          settings: { pool_mode: 'transaction', default_pool_size: 2 },
        });
        stop = () => pooler.stop();
        return pooler.connectionString;
      },
    );
    onTestFinished(() => served.close());
    const all = Array.from({ length: 60 }, (_, index) => callers[index % callers.length]);
    const answers = await Promise.all(
      all.map((owner) => served.graphql(`${CALLER.slice(0, -1)} notes(first: 1) { owner } }`, owner)),
    );
    expect(answers).toEqual(
      all.map((owner) => ({
        data: {
          callers: [callerOf(owner)],
          notes: notesOf(owner)
            .notes.slice(0, 1)
            .map(({ owner }) => ({ owner })),
        },
      })),
    );
  });
});

/** Waits until the driver sends nothing more, such as the statement that clears variables after an answer. */
async function untilQuiet({ messages }: Tap): Promise<void> {
  let before = -1;
  while (before !== messages.length) {
    before = messages.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
