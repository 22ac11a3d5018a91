import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startedDialects } from '../support/dialects.ts';
import { codeOf, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';
import { type AppWithFaults, bootWithFaults } from './app-with-faults.ts';

const read = (entity: string): DocumentNode => parse(`query ($id: Int!) { ${entity}_by_pk(id: $id) { id name } }`);
const [THING, OTHER, THIRD] = ['thing', 'other', 'third'].map(read) as [DocumentNode, DocumentNode, DocumentNode];

const change = (entity: string): DocumentNode =>
  parse(`mutation ($id: Int!) { update${entity}(id: $id, item: { name: "new" }) { id } }`);
const [CHANGE_THING, CHANGE_OTHER, CHANGE_THIRD] = ['Thing', 'Other', 'Third'].map(change) as [
  DocumentNode,
  DocumentNode,
  DocumentNode,
];

/** Row IDs, one per request: more requests than there are sessions. */
const MANY = Array.from({ length: 20 }, (_, index) => index + 1);

describe.each(startedDialects)('locked tables on $name', ({ name }) => {
  describeOn(name, 'do not block requests for other tables', () => {
    let setup: AppWithFaults;

    beforeAll(async () => {
      setup = await bootWithFaults(name, 'locked_tables');
    });
    afterAll(async () => {
      await setup.app.close();
      await setup.closeConnections();
    });

    const runMany = (document: DocumentNode) =>
      MANY.map(async (id) => codeOf(await runDocument(setup.app, document, { variables: { id } })));

    // Each table gets as many requests as there are sessions or queue places.
    it.each([
      ['reads', THING, OTHER, THIRD],
      ['changes', CHANGE_THING, CHANGE_OTHER, CHANGE_THIRD],
    ])('if two tables are locked: %s', async (_what, first, second, third) => {
      let blocked: Promise<string | undefined>[] = [];
      await setup.whileLocked(['things', 'others'], async () => {
        blocked = [...runMany(first), ...runMany(second)];
        expect(new Set(await Promise.all(runMany(third)))).toEqual(new Set(['answered']));
        expect(await runDocument(setup.app, THIRD, { variables: { id: 1 } }).then(codeOf)).toBe('answered');
        await setup.app.ping();
      });
      expect(new Set(await Promise.all(blocked))).toEqual(new Set(['answered']));
    });

    it('if slow live queries of a locked table wait', async () => {
      const { live } = setup.app;
      const readSlow = (document: DocumentNode, id: number) => {
        const identity = { role: 'anonymous', claims: {} };
        const member = live.prepare({ document, operationName: undefined, variables: { id }, identity });
        return live.read([{ member, hash: undefined }], { lane: 'slow' });
      };
      let blocked: ReturnType<typeof readSlow>[] = [];
      await setup.whileLocked(['things'], async () => {
        blocked = MANY.map((id) => readSlow(THING, id));
        for (const id of MANY) expect(await readSlow(OTHER, id)).toMatchObject([{ kind: 'changed' }]);
      });
      const results = (await Promise.all(blocked)).flat();
      expect(results.map(({ kind }) => kind)).toEqual(MANY.map(() => 'changed'));
    });

    it('if batched reads are mixed with blocked reads', async () => {
      for (let run = 0; run < 60; run += 1) {
        for (const document of [THING, THIRD]) await runDocument(setup.app, document, { variables: { id: 1 } });
      }
      let blocked: Promise<string | undefined>[] = [];
      await setup.whileLocked(['things'], async () => {
        const mixed = MANY.map((id) => [
          runDocument(setup.app, THING, { variables: { id } }),
          runDocument(setup.app, THIRD, { variables: { id } }),
        ]);
        blocked = mixed.flatMap(([locked]) => locked?.then(codeOf) ?? []);
        const free = await Promise.all(mixed.flatMap(([, other]) => other?.then(codeOf) ?? []));
        expect(new Set(free)).toEqual(new Set(['answered']));
      });
      expect(new Set(await Promise.all(blocked))).toEqual(new Set(['answered']));
    });
  });
});
