import { printSchema } from 'graphql';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Config, DatabaseType, DataSource } from '../config/config.ts';
import type { Introspect } from '../dialect/introspection.ts';
import { encode as encodeForMariadb } from '../dialect/mariadb/codec.ts';
import { openMariadb } from '../dialect/mariadb/driver.ts';
import { introspectMariadb } from '../dialect/mariadb/introspect.ts';
import { mariadb } from '../dialect/mariadb/writer.ts';
import { encode as encodeForPostgres } from '../dialect/postgres/codec.ts';
import { openPostgres } from '../dialect/postgres/driver.ts';
import { startEmbedded } from '../dialect/postgres/embedded.ts';
import { introspectPostgres } from '../dialect/postgres/introspect.ts';
import { postgres } from '../dialect/postgres/writer.ts';
import { Admission } from '../execute/admission.ts';
import { buildModel } from '../model/build-model.ts';
import type { Model } from '../model/model.ts';
import { checkPolicies } from '../plan/check-policies.ts';
import { buildSchema } from '../sdl/build-schema.ts';
import { printSdl } from '../sdl/features.ts';
import { compilePlan } from '../sql/compile-plan.ts';
import type { Dialect } from '../sql/dialect.ts';
import type { Driver, Store } from '../store/store.ts';
import { answer, type Parts } from './answer.ts';
import type { Application } from './application.ts';
import { attachResolvers } from './attach-resolvers.ts';
import { checkServed } from './check-served.ts';
import { explain } from './explain.ts';
import { PreparedOperations } from './prepared-operations.ts';
import { ScriptCache } from './script-cache.ts';

type ConnectedSource = DataSource & { readonly connectionString: string };

/** What each kind of database brings along; the only place that names them. */
interface Kind {
  readonly dialect: Dialect;
  readonly encode: Store['encode'];
  readonly open: (source: ConnectedSource) => Promise<Driver>;
  readonly introspect: Introspect;
}

const kinds: Readonly<Partial<Record<DatabaseType, Kind>>> = {
  postgresql: { dialect: postgres, encode: encodeForPostgres, open: openPostgres, introspect: introspectPostgres },
  mariadb: { dialect: mariadb, encode: encodeForMariadb, open: openMariadb, introspect: introspectMariadb },
};

/**
 * From a configuration to running parts.
 * @param warn is told each problem that keeps nothing from starting
 * @throws ConfigurationError with every problem that does; Refusal Unavailable when the database does not answer
 */
export async function boot(config: Config, warn: (problem: Problem) => void): Promise<Application> {
  const kind = kinds[config.dataSource.databaseType];
  if (kind === undefined) throw notServed(config.dataSource.databaseType);
  const { source, stop } = await startSource(config.dataSource);
  try {
    const driver = await kind.open(source);
    try {
      return await assemble({ config, kind, driver, stop }, warn);
    } catch (error) {
      await driver.close();
      throw error;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

function notServed(databaseType: string): ConfigurationError {
  const message = `Databases of type "${databaseType}" are not served yet; choose one of: ${Object.keys(kinds).join(', ')}.`;
  return new ConfigurationError([
    { path: ['data-source', 'database-type'], message, severity: 'error', found: databaseType },
  ]);
}

/** The source with a database behind it: the embedded one is started first. */
async function startSource(source: DataSource): Promise<{ source: ConnectedSource; stop: () => Promise<void> }> {
  if (source.embedded === undefined)
    return { source: { ...source, connectionString: source.connectionString ?? '' }, stop: async () => undefined };
  const { connectionString, stop } = await startEmbedded(source.embedded);
  return { source: { ...source, connectionString }, stop };
}

interface Started {
  readonly config: Config;
  readonly kind: Kind;
  readonly driver: Driver;
  readonly stop: () => Promise<void>;
}

async function assemble(
  { config, kind, driver, stop }: Started,
  warn: (problem: Problem) => void,
): Promise<Application> {
  const objects = config.entities.flatMap((entity) => [
    entity.source.object,
    ...entity.relationships.flatMap(({ through }) => through?.object ?? []),
  ]);
  const catalog = await kind.introspect(driver.query, { objects });
  const built = buildModel(config, catalog);
  const { model } = built;
  const problems = [...built.problems, ...checkServed(config), ...checkPolicies(model)];
  if (problems.some(({ severity }) => severity === 'error')) throw new ConfigurationError(problems);
  problems.forEach(warn);
  const schema = buildSchema(printSdl(model));
  const parts: Parts = {
    schema,
    model,
    store: createStore(kind, model),
    driver,
    admission: new Admission(config.dataSource.pool),
    operations: new PreparedOperations(schema),
    scripts: new ScriptCache(config.runtime.operationCache),
    authentication: config.runtime.authentication,
    counts: { plans: 0, statements: 0 },
  };
  const ask: Application['answer'] = (request) => answer(request, parts);
  attachResolvers(schema, ask);
  return {
    config,
    model,
    schema,
    // Only who prints the schema wants it: not part of starting.
    get sdl() {
      return printSchema(schema);
    },
    counts: parts.counts,
    answer: ask,
    explain: (request) => explain(request, parts),
    ping: () => driver.ping(),
    close: async () => {
      await driver.close();
      await stop();
    },
  };
}

function createStore({ dialect, encode }: Kind, model: Model): Store {
  return { name: dialect.name, compile: (plan) => compilePlan(plan, dialect, model), encode };
}
