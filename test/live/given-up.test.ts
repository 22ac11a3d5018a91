import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerRequest } from '../../src/app/application.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { startedDialects } from '../support/dialects.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { type AppWithFaults, bootWithFaults } from './app-with-faults.ts';

const NAP = parse('{ nap_by_pk(id: 99) { nap } }');
const CREATE = parse('mutation { createThing(item: { id: 1001, name: "slow" }) { id } }');
const CREATE_TWO = parse(
  'mutation { a: createThing(item: { id: 1002, name: "row" }) { id } b: createThing(item: { id: 1003, name: "slow" }) { id } }',
);

describe.each(startedDialects)('abandoned requests on $name', ({ name }) => {
  describeOn(name, 'after the client has disconnected', () => {
    let setup: AppWithFaults;

    beforeAll(async () => {
      setup = await bootWithFaults(name, 'given_up');
    });
    afterAll(async () => {
      await setup.app.close();
      await setup.closeConnections();
    });

    const answer = (document: AnswerRequest['document'], timeoutMs: Pick<AnswerRequest, 'signal' | 'deadline'>) =>
      setup.app.answer({ document, operationName: undefined, variables: {}, identity: ANONYMOUS, ...timeoutMs });

    it('cancel the read in the database', async () => {
      const caller = new AbortController();
      const pending = answer(NAP, { signal: caller.signal });
      await setup.waitUntilSleeping(1);
      caller.abort();
      expect(codeOf(await pending)).toBe('DatabaseTimeout');
      await setup.waitUntilSleeping(0);
    });

    it.each([
      ['one change', CREATE],
      ['several changes', CREATE_TWO],
    ])('cancel and roll back %s', async (_what, document) => {
      const caller = new AbortController();
      const pending = answer(document, { signal: caller.signal });
      await setup.waitUntilSleeping(1);
      caller.abort();
      expect(codeOf(await pending)).toBe('DatabaseTimeout');
      await setup.waitUntilSleeping(0);
      expect(await setup.query('select id from things where id > 1000')).toEqual([]);
    });

    it('cancel and roll back at the time limit', async () => {
      const result = await answer(CREATE_TWO, { deadline: performance.now() + 200 });
      expect(result).toMatchObject({
        kind: 'failed',
        apiError: {
          code: 'DatabaseTimeout',
          message: 'The write timed out and was rolled back. Write less at a time.',
        },
      });
      await setup.waitUntilSleeping(0);
      expect(await setup.query('select id from things where id > 1000')).toEqual([]);
    });

    it('release their sessions', async () => {
      const callers = Array.from({ length: 20 }, () => new AbortController());
      const pending = callers.map(({ signal }) => answer(NAP, { signal }));
      await setup.waitUntilSleeping(4);
      for (const caller of callers) caller.abort();
      expect(new Set((await Promise.all(pending)).map(codeOf))).toEqual(new Set(['DatabaseTimeout']));
      const others = await Promise.all(
        Array.from({ length: 20 }, () => runDocument(setup.app, '{ thing_by_pk(id: 1) { name } }')),
      );
      expect(new Set(others.map(dataText))).toEqual(new Set(['{"thing_by_pk":{"name":"row"}}']));
    });
  });
});
