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
import { makeView, type RestrictedView } from './restricted-view.ts';
import { runStatements } from './run-statements.ts';
import { serveViews } from './serve-views.ts';
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
  readonly views: readonly RestrictedView[];
  /** Differences between the rows visible to a role and the rows that the naive judge keeps. */
  readonly wrong: readonly string[];
}

/** Attempted changes per role. */
const CHANGES = 240;

/** Compares two databases per random role that differ only in data hidden from the role. */
export async function compareDatabases(settings: NonInterference): Promise<Findings> {
  const { identification = byPlatform, others = 0 } = settings;
  const random = new Random(seedOf(settings.seed));
  const dataset = await readShop();
  const views = random.times(settings.roles, (index) =>
    makeView(`r${index}`, dataset, { random, changes: CHANGES, server: inject('server') }),
  );
  const tally = new Tally();
  const wrong: string[] = [];
  const count = Math.ceil(settings.requests / views.length);
  const before = await serveViews(await openShop(), views, identification);
  try {
    for (const view of views) {
      const after = await serveViews(await openShop(view), views, identification);
      const pair: Pair = { view, before, after };
      const caller = identification.callerOf(view.role.name, view.role.caller.token);
      try {
        await compareServers(pair, { random, count, tally, identification, others });
        wrong.push(...(await findWrongRows(after, view, caller)));
      } finally {
        await after.server.close();
      }
      if (tally.leaks.length > 0) break;
    }
  } finally {
    await before.server.close();
  }
  return { tally, views, wrong };
}

/** Returns the shop, after changes of hidden data. */
async function openShop(view?: RestrictedView): Promise<Shop> {
  const server = inject('server');
  const name = `shop_hidden_${randomUUID().slice(0, 6)}`;
  const url = await createDatabase(server, name, 'shop');
  if (view !== undefined) await runStatements(server, url, writeChanges(view.changes, server, generatedColumns));
  return { server, url, prepared: true };
}
