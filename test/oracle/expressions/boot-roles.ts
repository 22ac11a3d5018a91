import type { Application } from '../../../src/app/application.ts';
import { Observers } from '../../../src/base/observers.ts';
import { ConfigurationError } from '../../../src/base/problem.ts';
import type { Config } from '../../../src/config/config.ts';
import { bootShop } from '../../support/boot-shop.ts';
import type { ServerName } from '../../support/servers.ts';
import { asCohort, type CohortCounts } from '../as-cohort.ts';
import { printCondition } from './print-condition.ts';
import type { Role } from './role.ts';

/** A database with the shop, and its server. */
export interface Shop {
  readonly server: ServerName;
  readonly url: string;
  readonly prepared: boolean;
  /** Present if cohorts answer the queries. */
  readonly cohorts?: CohortCounts;
}

/** Why a policy is a startup error. */
export interface Refused {
  readonly role: string;
  readonly entity: string;
  readonly message: string;
}

/** Boots the shop with these roles; the caller closes it. Returns the invalid policies if it does not start. */
export async function bootRoles(
  { server, url, prepared, cohorts }: Shop,
  roles: readonly Role[],
): Promise<Application | readonly Refused[]> {
  const change = (config: Config): Config => ({
    ...withRoles(config, roles),
    dataSource: { ...config.dataSource, connectionString: url, prepared, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  });
  try {
    const observers = new Observers();
    const application = await bootShop({ server, url, change, observers });
    return cohorts === undefined ? application : asCohort(application, observers, cohorts);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ path: [, entity, , role], message }) => ({ role: String(role), entity: String(entity), message }));
  }
}

/** Orders across relationships with policies are slow on a busy machine. */
const STATEMENT_TIMEOUT_MS = 300_000;

/** Exceeds the size of every table of the shop. */
export const EVERYTHING = 5000;

/** Exceeds the relationship depth of all expressions and operations. */
const DEEPEST = 40;

function withRoles(config: Config, roles: readonly Role[]): Config {
  const { runtime } = config;
  return {
    ...config,
    runtime: {
      ...runtime,
      pagination: { ...runtime.pagination, maxPageSize: EVERYTHING },
      limits: { ...runtime.limits, rows: EVERYTHING ** 4, depth: DEEPEST },
    },
    entities: config.entities.map((entity) => ({
      ...entity,
      permissions: [...entity.permissions, ...roles.map((role) => permissionOf(role, entity.name))],
    })),
  };
}

function permissionOf(
  { name, policies, denied, hidden }: Role,
  entity: string,
): Config['entities'][number]['permissions'][number] {
  if (denied.includes(entity)) return { role: name, actions: [] };
  const policy = policies.get(entity);
  const right = {
    action: 'read',
    exclude: hidden.get(entity) ?? [],
    ...(policy === undefined ? {} : { policy: printCondition(policy, 'policy') }),
  } as const;
  return { role: name, actions: [right] };
}
