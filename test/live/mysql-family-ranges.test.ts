import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const tables = `create table ranges (
  id int primary key, tiny tinyint unsigned, small smallint, middle mediumint, large bigint unsigned, bits bit(5), exact_number decimal(5,2),
  positive double unsigned, day date, moment datetime(3), stamp timestamp null, span time, code char(3), bytes varbinary(2))`;

/** A value, and the error message that follows the name of its field. */
const refused: readonly (readonly [field: string, value: unknown, message: RegExp])[] = [
  ['tiny', 256, /must be between 0 and 255\.$/],
  ['tiny', -1, /must be between 0 and 255\.$/],
  ['small', 32768, /-32768|16 bits/],
  ['middle', 8388608, /must be between -8388608 and 8388607\.$/],
  ['large', '18446744073709551616', /must be between 0 and 18446744073709551615\.$/],
  ['bits', 32, /must be between 0 and 31\.$/],
  ['exact_number', '1000', /exceeds the maximum of 5 digits|must be between -999\.99 and 999\.99\.$/],
  ['positive', -1, /must be between 0 and 1\.7976931348623157e308\.$/],
  ['day', '10000-01-01', /must be within the years 0 to 9999 on this database/],
  [
    'moment',
    '9999-12-31T23:59:59.9996Z',
    /must be between "0000-01-01T00:00:00\+00:00" and "9999-12-31T23:59:59\.999\+00:00"/,
  ],
  ['stamp', '2200-01-01T00:00:00Z', /must be between "1970-01-01T00:00:01\+00:00" and "2(?:038|106)-/],
  ['stamp', '1969-01-01T00:00:00Z', /must be between "1970-01-01T00:00:01\+00:00" and "2(?:038|106)-/],
  ['span', '839:00:00', /must be between -838:59:59 and 838:59:59 on this database/],
  ['code', 'long', /exceeds the maximum of 3 characters, found 4\.$/],
  ['bytes', 'AQID', /exceeds the maximum of 2 bytes\.$/],
];

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'a value out of range for its column', () => {
    let served: Served;
    beforeAll(async () => {
      const permissions = [{ role: 'anonymous', actions: ['*'] }];
      served = await serveOn(server, 'family_ranges', tables, {
        entities: { Range: { source: 'ranges', permissions } },
      });
    });
    afterAll(() => served.close());

    it.each(refused)('is rejected with the range: %s %s', async (field, value, message) => {
      const answer = await served.rest.get(
        'Range',
        {},
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: 1, [field]: value }),
        },
      );
      expect(answer.body).toMatchObject({ error: { message: expect.stringMatching(message) } });
      expect(answer.body.error.message).toContain(`"${field}"`);
      expect([400, 422]).toContain(answer.status);
    });

    it('leaves nothing behind', async () => {
      expect((await served.rest.get('Range')).body).toEqual({ value: [] });
    });
  });
});
