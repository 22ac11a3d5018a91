import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

/** In a `WHERE` clause, both servers find zero dates by `is null` if the column is NOT NULL. */
const tables = `
  create table clinics (id int primary key, opened date not null, changed datetime(3) not null, closed date);
  insert into clinics values (1, '0000-00-00', '0000-00-00', '0000-00-00'), (2, '2020-02-29', '2020-02-29', null), (3, '2021-01-01', '0000-00-00', null);
  create table visits (id int primary key, clinic_id int, day date not null, foreign key (clinic_id) references clinics (id));
  insert into visits values (1, 1, '0000-00-00'), (2, 2, '2020-02-29'), (3, null, '2020-02-29'), (4, 1, '2020-02-29'), (5, 3, '0000-00-00');`;

const entities = {
  Clinic: {
    source: 'clinics',
    permissions: [{ role: 'anonymous', actions: ['*'] }],
    relationships: { visits: { hasMany: 'Visit' } },
  },
  Visit: {
    source: 'visits',
    permissions: [
      { role: 'anonymous', actions: ['*'] },
      { role: 'undated', actions: [{ action: 'read', policy: { database: '@item.day eq null' } }] },
    ],
    relationships: { clinic: { belongsTo: 'Clinic' } },
  },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a zero date in a column that is NOT NULL', () => {
    let served: Served;
    beforeAll(async () => {
      const host = { mode: 'development', authentication: { provider: 'Simulator' } };
      served = await serveOn(server, 'zero_dates', tables, { runtime: { host }, entities });
    });
    afterAll(() => served.close());

    const idsOf = async (root: string): Promise<readonly number[]> => {
      const { data, errors } = JSON.parse(await served.graphql(`{ rows: ${root} { id } }`));
      expect(errors).toBeUndefined();
      return data.rows.map(({ id }: { id: number }) => id);
    };

    test.each([
      ['clinics(filter: { opened: { isNull: true } })', []],
      ['clinics(filter: { opened: { eq: null } })', []],
      ['clinics(filter: { changed: { isNull: true } })', []],
      ['clinics(filter: { changed: { isNull: false } })', [1, 2, 3]],
      ['clinics(filter: { closed: { isNull: true } })', [2, 3]],
      ['clinics(filter: { or: [{ opened: { isNull: true } }, { id: { eq: 2 } }] })', [2]],
      ['clinics(filter: { not: { opened: { isNull: true } } })', [1, 2, 3]],
      ['clinics(filter: { visits: { some: { day: { isNull: true } } } })', []],
      ['visits(filter: { clinic: { changed: { isNull: true } } })', []],
      ['visits(orderBy: { clinic: { opened: ASC } })', [1, 4, 2, 5, 3]],
    ])('is not NULL in %s', async (root, ids) => {
      expect(await idsOf(root)).toEqual(ids);
    });

    test('is not NULL in $filter', async () => {
      for (const [filter, ids] of [
        ['opened eq null', []],
        ['opened ne null', [1, 2, 3]],
        ['visits/any(v: v/day eq null)', []],
      ] as const) {
        const { body } = await served.rest.get('Clinic', { $filter: filter });
        expect(body.value.map(({ id }) => id)).toEqual(ids);
      }
      const { body } = await served.rest.get('Visit', { $filter: 'clinic/opened eq null' });
      expect(body.value).toEqual([]);
    });

    test('is not NULL in a policy', async () => {
      const { body } = await served.rest.get('Visit', {}, { role: 'undated' });
      expect(body.value).toEqual([]);
    });

    test('is on exactly one page if rows are ordered by the related row', async () => {
      for (const direction of ['ASC', 'DESC']) {
        const seen: number[] = [];
        for (let cursor: string | null = null, hasMore = true; hasMore; ) {
          const { data } = JSON.parse(
            await served.graphql(
              `query ($cursor: String) { page: visits_connection(orderBy: { clinic: { opened: ${direction} } }, first: 1, after: $cursor) { items { id } endCursor hasNextPage } }`,
              JSON.stringify({ cursor }),
            ),
          );
          seen.push(...data.page.items.map(({ id }: { id: number }) => id));
          [cursor, hasMore] = [data.page.endCursor, data.page.hasNextPage];
        }
        expect(seen).toEqual(direction === 'ASC' ? [1, 4, 2, 5, 3] : [3, 5, 2, 1, 4]);
      }
    });

    test('is not changed or deleted by a filter for NULL', async () => {
      const answer = await served.graphql(
        'mutation { updateVisits(filter: { day: { isNull: true } }, item: { clinic_id: 2 }) { affected } deleteVisits(filter: { day: { isNull: true } }) { affected } }',
      );
      expect(JSON.parse(answer)).toEqual({ data: { updateVisits: { affected: 0 }, deleteVisits: { affected: 0 } } });
      expect(await idsOf('visits')).toEqual([1, 2, 3, 4, 5]);
    });
  });
});
