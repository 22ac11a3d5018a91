import { describe, expect, it, onTestFinished } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type CallerServer, callerServers, owners, PERMANENT, serveCallers } from './callers/serve-callers.ts';
import { runStorm, type Storm } from './callers/storm.ts';
import { Random } from './generate/random.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';

const kills: Readonly<Record<CallerServer, Storm['kill']>> = {
  postgres: (admin, id) => admin.rows('select pg_terminate_backend($1)', [id]),
  mysql: (admin, id) => admin.run(`kill ${id}`),
  mariadb: (admin, id) => admin.run(`kill ${id}`),
};

/** Outcomes that prove that the storm reached each kind of fault. */
const EXPECTED = [
  'data',
  'disconnected',
  'DatabaseTimeout',
  'ApplicationError',
  'Conflict',
  'ConstraintViolated',
  'Unavailable',
];

describe.each(callerServers)('callers on $title', ({ name }) => {
  describeOn(name, 'that share sessions', () => {
    it('never see or write rows of each other, while requests fail and sessions are killed', {
      timeout: TIMEOUT,
    }, async () => {
      const seed = seedOf(71);
      console.info(`callers on ${name}: seed ${seed}`);
      const served = await serveCallers(name, 'callers_storm', {
        pool: { max: 4, changes: 2 },
        'statement-timeout-ms': 300,
      });
      onTestFinished(() => served.close());
      const {
        leaks,
        outcomes,
        kills: killed,
      } = await runStorm(served, {
        random: new Random(seed),
        milliseconds: lengthen(60_000, 8_000),
        workers: 12,
        killInterval: 150,
        kill: kills[name],
      });
      console.info(`callers on ${name}: ${killed} kills, ${JSON.stringify(outcomes)}`);
      expect(leaks.slice(0, 5)).toEqual([]);
      for (const outcome of EXPECTED) expect(outcomes).toHaveProperty(outcome, expect.any(Number));
      expect(outcomes).not.toHaveProperty('InternalError');
      expect(killed).toBeGreaterThan(20);

      const { admin, allNotes } = served;
      const foreign = `select * from ${allNotes} where changed_by is not null and changed_by <> owner or not (line like concat(owner, ' %') or line like concat(owner, '-%'))`;
      expect(await admin.rows(foreign)).toEqual([]);
      const kept = await admin.rows(
        `select owner, count(*) as number from ${allNotes} where line not like '%-%' group by owner order by owner`,
      );
      expect(kept.map(({ owner, number }) => [owner, Number(number)])).toEqual(
        owners.map((owner) => [owner, PERMANENT]),
      );

      const answers = await Promise.all(
        Array.from({ length: 40 }, () => served.graphql('{ callers { sub role } notes { id } }', undefined)),
      );
      expect(answers).toEqual(
        answers.map(() => ({ data: { callers: [{ sub: null, role: 'anonymous' }], notes: [] } })),
      );
    });
  });
});
