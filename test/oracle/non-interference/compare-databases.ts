import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase } from '../../support/create-database.ts';
import type { Shop } from '../expressions/boot-roles.ts';
import { generatedColumns } from '../expressions/shop-rules.ts';
import { writeChanges } from '../expressions/write-changes.ts';
import { Random } from '../generate/random.ts';
import { seedOf } from '../lengthen.ts';
import { readShop } from '../read-shop.ts';
import { findWrongRows } from './check-visible.ts';
import { compareServers, type Pair } from './compare-servers.ts';
import { runStatements } from './run-statements.ts';
import { serveSights } from './serve-sights.ts';
import { makeSight, type Sight } from './sight.ts';
import { Tally } from './tally.ts';
import { byPlatform, type Identification } from './test-request.ts';

export interface NonInterference {
  readonly roles: number;
  readonly requests: number;
  readonly seed: number;
  /** Defaults to the header of a platform. */
  readonly identification?: Identification;
  /** Number of concurrent unrestricted callers. */
  readonly others?: number;
}

export interface Findings {
  readonly tally: Tally;
  readonly sights: readonly Sight[];
  /** Differences between the rows visible to a role and those of the naive judge. */
  readonly wrong: readonly string[];
}

/** Attempted changes per role. */
const CHANGES = 240;

/** Compares two databases per random role that differ only in data hidden from the role. */
export async function compareDatabases(settings: NonInterference): Promise<Findings> {
  const { identification = byPlatform, others = 0 } = settings;
  const random = new Random(seedOf(settings.seed));
  const dataset = await readShop();
  const sights = random.times(settings.roles, (index) =>
    makeSight(`r${index}`, dataset, { random, changes: CHANGES, server: inject('server') }),
  );
  const tally = new Tally();
  const wrong: string[] = [];
  const count = Math.ceil(settings.requests / sights.length);
  const before = await serveSights(await openShop(), sights, identification);
  try {
    for (const sight of sights) {
      const after = await serveSights(await openShop(sight), sights, identification);
      const pair: Pair = { sight, before, after };
      const who = identification.callerOf(sight.role.name, sight.role.caller.token);
      try {
        await compareServers(pair, { random, count, tally, identification, others });
        wrong.push(...(await findWrongRows(after, sight, who)));
      } finally {
        await after.server.close();
      }
      if (tally.leaks.length > 0) break;
    }
  } finally {
    await before.server.close();
  }
  return { tally, sights, wrong };
}

/** The shop, after changes of hidden data. */
async function openShop(sight?: Sight): Promise<Shop> {
  const server = inject('server');
  const name = `shop_hidden_${randomUUID().slice(0, 6)}`;
  const url = await createDatabase(server, name, 'shop');
  if (sight !== undefined) await runStatements(server, url, writeChanges(sight.changes, server, generatedColumns));
  return { server, url, prepared: true };
}
