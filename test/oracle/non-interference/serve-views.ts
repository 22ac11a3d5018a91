import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Application } from '../../../src/app/application.ts';
import type { Config } from '../../../src/config/config.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { bootShop } from '../../support/boot-shop.ts';
import type { Shop } from '../expressions/boot-roles.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { isKeyGenerated } from './make-changes.ts';
import type { RestrictedView } from './restricted-view.ts';
import type { Identification } from './test-request.ts';

/** The real service on one database, called without a socket. */
export interface Served {
  readonly application: Application;
  readonly server: FastifyInstance;
}

/** A role that may read everything. */
export const AUDITOR = 'auditor';

/** Random policies are sometimes slow, and only answers are compared. */
const STATEMENT_TIMEOUT = 240_000;

type Permission = Config['entities'][number]['permissions'][number];

/** Serves the shop in production mode with these roles. */
export async function serveViews(
  { server, url, prepared }: Shop,
  views: readonly RestrictedView[],
  { authentication }: Identification,
): Promise<Served> {
  const change = (config: Config): Config => ({
    ...config,
    dataSource: { ...config.dataSource, connectionString: url, prepared, statementTimeoutMs: STATEMENT_TIMEOUT },
    runtime: {
      ...config.runtime,
      mode: 'production',
      authentication,
      // Random operations nest deeply without page sizes.
      limits: { ...config.runtime.limits, rows: Number.MAX_SAFE_INTEGER },
    },
    entities: config.entities.map((entity, index) => ({
      ...entity,
      cacheControl: { anonymous: 'no-cache', identified: index % 2 === 0 ? 'private' : 'no-store' },
      permissions: [
        ...views.map((view) => permissionOf(view, entity.name)),
        { role: AUDITOR, actions: [{ action: 'read', exclude: [] }] },
      ],
    })),
  });
  const application = await bootShop({ server, url, change });
  return { application, server: createServer(application, pino({ level: 'silent' })) };
}

function permissionOf(
  { role: { name, policies, hidden }, forbidden, visible }: RestrictedView,
  entity: string,
): Permission {
  if (forbidden.includes(entity)) return { role: name, actions: [] };
  const policy = policies.get(entity);
  const right = {
    action: 'read',
    exclude: hidden.get(entity) ?? [],
    ...(policy === undefined ? {} : { policy: printCondition(policy, 'policy') }),
  } as const;
  // No write succeeds, so the databases stay unchanged; errors must not depend on hidden rows.
  const key = visible.entities.find((described) => described.name === entity)?.key ?? [];
  const actions = ['update', 'delete', ...(isKeyGenerated({ key }) ? (['create'] as const) : [])] as const;
  return { role: name, actions: [right, ...actions.map((action) => ({ action, exclude: [], policy: 'false' }))] };
}
