import {
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  printSchema,
} from 'graphql';
import { openAudit } from '../audit/audit.ts';
import type { Identity } from '../base/identity.ts';
import { parseJson } from '../base/json.ts';
import { memoizeFor, memoizeLast } from '../base/memoize.ts';
import type { SessionPool } from '../base/observation.ts';
import { Observers } from '../base/observers.ts';
import type { Problem } from '../base/problem.ts';
import { recordProblems } from '../base/problem-history.ts';
import type { Config, DataSource } from '../config/config.ts';
import { fetchPasswordOf, PasswordSource } from '../dialect/driver/password/password-source.ts';
import type { ConnectedSource } from '../dialect/store-kind.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { createExecution, type Execution, explainCatalogTimeouts, queryOf } from '../execute/create-execution.ts';
import type { Driver } from '../store/driver.ts';
import {
  type ObservedStatement,
  observeStatements,
  timeStatement,
  traceStatement,
} from '../store/observe-statements.ts';
import { openTracing, type Tracing } from '../tracing/tracing.ts';
import { answer } from './answer.ts';
import type { Application, PoolStatistics } from './application.ts';
import { buildSnapshot, readCatalogVersion, type SnapshotInputs } from './build-snapshot.ts';
import { expandAutoEntities } from './expand-auto-entities.ts';
import { explain, explainInDatabase } from './explain.ts';
import { CohortReads } from './live-reads.ts';
import { readUnexposed } from './own-catalog.ts';
import { type SharedCatalog, WorkerCatalog } from './shared-catalog.ts';
import type { Snapshot } from './snapshot.ts';
import { SnapshotHolder } from './snapshot-holder.ts';
import { DEFAULT_PORTS, detectStore, explainUnreachable, storeOfType } from './store-kinds.ts';

export interface BootOptions {
  /** Uses an embedded server of another process, which may stop at any time. Only for short commands. */
  readonly reuseRunning?: boolean;
  readonly observeStatement?: ((statement: ObservedStatement) => void) | undefined;
  /** Set in a worker, which shares the catalog with other workers. */
  readonly sharedCatalog?: SharedCatalog;
}

/**
 * @param observers receive events, including startup warnings
 * @throws ConfigurationError with all problems; ApiError Unavailable
 */
export async function boot(
  config: Config,
  observers = new Observers(),
  options: BootOptions = {},
): Promise<Application> {
  const listProblems = recordProblems(observers);
  const { source, stop } = await connectSource(config.dataSource, options, observers);
  try {
    const { sharedCatalog } = options;
    const { initial } = sharedCatalog ?? {};
    const { kind, databaseType, problems } = await (initial === undefined ? detectStore(source) : storeOfType(initial));
    for (const problem of problems) observers.observe({ kind: 'problem', problem });
    const opened = await kind.open(source);
    const { observeStatement } = options;
    const { traces, rateLimit } = config.runtime;
    const report = (problem: Problem): void => observers.observe({ kind: 'problem', problem });
    const tracing = traces && (await openTracing(traces, config.dataSource, report));
    const isTraced = tracing !== undefined || rateLimit?.limitsDatabaseTime === true;
    const traced = isTraced ? observeStatements(opened, traceStatement) : opened;
    const driver = observeStatement === undefined ? traced : observeStatements(traced, timeStatement(observeStatement));
    try {
      const query = explainCatalogTimeouts(queryOf(driver), config.dataSource);
      const { config: expanded, warnings } =
        initial === undefined
          ? await expandAutoEntities(config, kind, query)
          : { config: { ...config, entities: initial.entities }, warnings: [] };
      for (const problem of warnings) observers.observe({ kind: 'problem', problem });
      const catalogs = sharedCatalog && new WorkerCatalog(sharedCatalog, { databaseType, entities: expanded.entities });
      return await assemble(
        {
          config: expanded,
          kind,
          driver,
          stop,
          listProblems,
          ...(tracing && { tracing }),
          ...(catalogs && { catalogs }),
        },
        observers,
      );
    } catch (error) {
      await driver.close();
      throw error;
    }
  } catch (error) {
    const explained = await explainUnreachable(error, source);
    await stop();
    throw explained;
  }
}

/** Starts the embedded server, if one is configured. Call `stop` after all sessions are closed. */
export async function connectSource(
  source: DataSource,
  { reuseRunning }: BootOptions,
  observers = new Observers(),
): Promise<{ source: ConnectedSource; stop: () => Promise<void> }> {
  if (source.embedded === undefined)
    return {
      source: withPasswords({ ...source, connectionString: source.connectionString ?? '' }, observers),
      stop: async () => undefined,
    };
  const { connectionString, stop } = await startEmbedded({
    ...source.embedded,
    onExit: (exit) => observers.observe({ kind: 'embeddedEnded', ...exit }),
    ...(reuseRunning !== undefined && { reuseRunning }),
  });
  return { source: { ...source, connectionString }, stop };
}

function withPasswords(source: ConnectedSource, { observe }: Observers): ConnectedSource {
  const { connectionString: url, databaseType } = source;
  const fetch = fetchPasswordOf(source, { url, defaultPort: DEFAULT_PORTS[databaseType] });
  if (fetch === undefined) return source;
  const path = ['data-source', source.identity === undefined ? 'password-command' : 'identity'];
  const report = (reason: string): void => {
    const message = `The service cannot obtain the password of the database: ${reason}.`;
    observe({ kind: 'problem', problem: { path, message, severity: 'warning' } });
  };
  return { ...source, passwords: new PasswordSource(fetch, report) };
}

interface BootContext extends Pick<SnapshotInputs, 'config' | 'kind'> {
  readonly driver: Driver;
  readonly stop: () => Promise<void>;
  readonly listProblems: () => Application['reportedProblems'];
  readonly tracing?: Tracing;
  readonly catalogs?: WorkerCatalog;
}

/** Milliseconds to read the whole catalog, which may be large or locked. */
const CATALOG_MS = 10_000;

/** Milliseconds until a read of the versions of tables times out. */
const VERSIONS_MS = 1_000;

/** Milliseconds for which the list of unexposed objects is valid. */
const UNEXPOSED_MS = 60_000;

async function assemble(
  { config, kind, driver, stop, listProblems, tracing, catalogs }: BootContext,
  observers: Observers,
): Promise<Application> {
  const running = { driver, observers, maxBytes: config.runtime.limits.responseBytes };
  const execution = createExecution(running, config.dataSource.pool);
  const audit = openAudit(config, observers);
  const sources: SnapshotInputs = {
    config,
    kind,
    execution,
    ...(audit && { audit }),
    ...(tracing && { tracing }),
  };
  const runOperation: Application['answer'] = (request) => answer(request, current);
  let generation = 0;
  const build = async (previous?: Snapshot): Promise<Snapshot> => {
    const catalogData = await catalogs?.next();
    const snapshot = await buildSnapshot({
      ...sources,
      generation,
      ...(previous && { previous }),
      ...(catalogData && { catalogData }),
      ...(catalogs && { onRead: (read) => catalogs.onRead(read) }),
    });
    generation += 1;
    if (snapshot.schema !== previous?.schema) attachResolvers(snapshot.schema, runOperation);
    return snapshot;
  };
  const current = new SnapshotHolder(await build(), {
    build,
    readCatalogVersion: () => readCatalogVersion(sources),
    interval: config.dataSource.catalogIntervalMs,
    ...(catalogs && { isPolling: catalogs.readsCatalog }),
    observe: observers.observe,
  });
  catalogs?.connect(current);
  // Reading the whole catalog is expensive.
  const currentUnexposed = memoizeLast(
    () => current.get(),
    () =>
      memoizeFor(UNEXPOSED_MS, () => {
        const deadline = performance.now() + CATALOG_MS;
        return readUnexposed(config, kind, (text, values) => execution.service.query(text, values, { deadline }));
      }),
  );
  const { readTableVersions } = kind;
  return {
    config,
    get model() {
      return current.get().model;
    },
    get schema() {
      return current.get().schema;
    },
    get restSchema() {
      return current.get().restSchema;
    },
    // Printing the SDL is too slow for startup.
    get sdl() {
      return printSchema(current.get().schema);
    },
    observers,
    ...(readTableVersions && {
      tableVersions: (tables) => {
        const deadline = performance.now() + VERSIONS_MS;
        return readTableVersions((text, values) => execution.service.query(text, values, { deadline }), tables);
      },
    }),
    ...(driver.notifications && { notifications: driver.notifications }),
    ...(audit && { audit }),
    ...(tracing && { tracing }),
    answer: runOperation,
    live: new CohortReads(current),
    explain: (request) => explain(request, current.get()),
    explainInDatabase: (request) => explainInDatabase(request, current),
    get reportedProblems() {
      return listProblems();
    },
    readUnexposed: () => currentUnexposed()(),
    statistics: () => ({
      pools: { reads: poolStatistics('reads', execution), changes: poolStatistics('changes', execution) },
      scripts: current.get().scripts.statistics,
    }),
    isFull: {
      get reads() {
        return execution.admissions.reads.isQueueFull;
      },
      get changes() {
        return execution.admissions.changes.isQueueFull;
      },
    },
    ping: () => execution.service.ping(),
    // Several servers may share the Application, and each closes it.
    close: lazy(async () => {
      current.close();
      await driver.close();
      await audit?.close();
      await tracing?.close();
      await stop();
    }),
  };
}

function poolStatistics(pool: SessionPool, { admissions, driver }: Execution): PoolStatistics {
  const { inUse, waiting } = admissions[pool];
  const { open, max } = driver[pool];
  return { inUse, open, max, waiting };
}

function lazy<T>(work: () => T): () => T {
  let evaluated: { readonly result: T } | undefined;
  return () => {
    evaluated ??= { result: work() };
    return evaluated.result;
  };
}

interface ResolverContext {
  readonly identity: Identity;
  /** Not yet coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

type RootData = Readonly<Record<string, unknown>>;

/** Adds resolvers for graphql-js. The first root field runs the whole operation, and other fields await its result. */
function attachResolvers(schema: GraphQLSchema, answer: Application['answer']): void {
  // Keyed by `variableValues`, an object of each execution. Executions may share a document.
  const running = new WeakMap<object, Promise<RootData>>();
  const documents = new WeakMap<OperationDefinitionNode, DocumentNode>();
  const answerOnce = (context: ResolverContext, info: GraphQLResolveInfo): Promise<RootData> => {
    const cached = running.get(info.variableValues) ?? runDocument(answer, context, toDocument(info, documents));
    running.set(info.variableValues, cached);
    return cached;
  };
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = roots.has(type)
        ? async (_source, _arguments, context: ResolverContext, info) =>
            (await answerOnce(context, info))[info.path.key]
        : (source: RootData, _arguments, _context, info) => source[info.path.key];
    }
  }
}

async function runDocument(
  answer: Application['answer'],
  { identity, variables }: ResolverContext,
  document: DocumentNode,
): Promise<RootData> {
  const result = await answer({ document, operationName: undefined, variables, identity });
  if (result.kind === 'answered') return parseJson(result.data) as RootData;
  throw result.kind === 'failed' ? result.apiError : (result.apiErrors[0] ?? new Error('Rejected without a reason'));
}

/** Returns the same document for each execution of an operation, so that its Script is compiled once. */
function toDocument(
  { operation, fragments }: GraphQLResolveInfo,
  documents: WeakMap<OperationDefinitionNode, DocumentNode>,
): DocumentNode {
  const cached: DocumentNode = documents.get(operation) ?? {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...Object.values(fragments)],
  };
  documents.set(operation, cached);
  return cached;
}
