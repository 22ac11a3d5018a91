import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runOne } from '../../src/store/run-one.ts';
import { openBlackHole } from '../support/black-hole.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { readShopConfig } from '../support/shop-config.ts';

const KEEP_ALIVE_S = 3;

/** A socket state and timer kinds. https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html */
const [ESTABLISHED, KEEP_ALIVE] = ['01', '02'];

/** Seconds until the next TCP keep-alive probe of each socket connected to this local port. */
async function keepAliveTimers(port: number): Promise<readonly number[]> {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return sockets
    .filter(([, , to, state]) => to === remote && state === ESTABLISHED)
    .map(([, , , , , timer = '']) => {
      const [kind, hundredths = ''] = timer.split(':');
      return kind === KEEP_ALIVE ? Number.parseInt(hundredths, 16) / 100 : Number.POSITIVE_INFINITY;
    });
}

const ONE = { settings: {}, statement: { text: 'select 1', slots: [] }, values: [] };

describe.each(startedDialects)('idle sessions of $name', ({ name }) => {
  describeOn(name, 'by their driver', () => {
    it('have TCP keep-alive enabled', async ({ skip }) => {
      if (process.platform !== 'linux') skip('Linux alone tells the timers of sockets.');
      const hole = await openBlackHole(await createDatabase(name, 'driver_keep_alive', []));
      const { dataSource } = readShopConfig(name, hole.connectionString);
      const driver = await kindOf(name).open({
        ...dataSource,
        pool: { ...dataSource.pool, keepAlive: KEEP_ALIVE_S * 1000 },
      });
      onTestFinished(async () => {
        await driver.close();
        hole.close();
      });
      await driver.reads.use((session) => runOne(session, ONE));
      await driver.changes.use((session) => session.run(ONE));
      await driver.service.use((session) => runOne(session, ONE));
      // While data is in flight, the retransmission timer runs instead.
      await expect
        .poll(async () =>
          (await keepAliveTimers(Number(new URL(hole.connectionString).port))).map((left) => left <= KEEP_ALIVE_S),
        )
        .toEqual(Array.from({ length: hole.open }, () => true));
      expect(hole.open).toBeGreaterThanOrEqual(2);
    });
  });
});
