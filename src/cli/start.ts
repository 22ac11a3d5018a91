import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Application } from '../app/application.ts';
import type { connectSource } from '../app/boot.ts';
import { Observers } from '../base/observers.ts';
import type { Problem } from '../base/problem.ts';
import type { DataSource, Overrides, Runtime } from '../config/config.ts';
import type { Environment } from '../config/document/replace-environment.ts';
import type { ConfigPlace } from '../config/find-config-file.ts';
import { formatProblems } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { ServiceLog } from '../server/observability/service-log.ts';
import type { CommandContext } from './command-context.ts';
import { createLog, type Log } from './create-log.ts';
import { describeError } from './describe-error.ts';
import { type ConfigOption, openService, type Prepare, type RunService, waitForDatabase } from './open-application.ts';
import { type ReportedObjects, reportCatalog } from './report-catalog.ts';
import { type SignInProvider, startSignIn, usersFileOf } from './sign-in-provider.ts';
import { addPlace, UnusableConfiguration } from './unusable-configuration.ts';
import { reloadConfiguration } from './watch.ts';
import type { Primary } from './workers/primary.ts';

export interface StartOptions extends ConfigOption, Overrides {
  readonly signIn?: boolean;
  readonly watch?: boolean;
  readonly wait?: number;
  readonly logLevel?: string;
  readonly logFormat?: 'json' | 'pretty';
}

/** Serves until a signal. Prints the URL first. */
export async function start(
  {
    config,
    signIn = false,
    wait = 0,
    logLevel = 'info',
    logFormat = 'json',
    watch = false,
    ...overrides
  }: StartOptions,
  context: CommandContext,
): Promise<void> {
  // As process 1 of a container, Node ignores a signal that has no handler.
  let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  let kill = (): void => undefined;
  const removeHandlers = onStopSignal(
    (signal) => stop(signal),
    () => kill(),
  );
  /** Reloads the service. Resolves when the configuration was read, so that a signal during the start is not lost. */
  const opened = Promise.withResolvers<() => void>();
  const onHangUp = (): void => {
    if (hasTerminal()) void opened.promise.then((reload) => reload());
    else stop('SIGHUP');
  };
  process.on('SIGHUP', onHangUp);
  let provider: SignInProvider | undefined;
  let embedded: Awaited<ReturnType<typeof connectSource>> | undefined;
  let embeddedSettings: DataSource['embedded'];
  const embeddedObservers = new Observers();
  let primary: Primary | undefined;
  const prepare: Prepare = async (loadedConfig, file) => {
    if (signIn) provider ??= await startSignIn(loadedConfig, file);
    const authentication = provider?.authentication ?? loadedConfig.runtime.authentication;
    const prepared = { ...loadedConfig, runtime: { ...loadedConfig.runtime, authentication } };
    if (loadedConfig.runtime.workers > 1) requirePlatform(prepared.runtime, file, context);
    const { embedded: settings, ...dataSource } = loadedConfig.dataSource;
    if (settings === undefined) return prepared;
    embeddedSettings ??= settings;
    if (!isDeepStrictEqual(settings, embeddedSettings)) throw onlyAtStart('data-source.embedded');
    // The embedded server outlives each Application.
    if (embedded === undefined) {
      const { connectSource } = await import('../app/boot.ts');
      embedded = await connectSource(loadedConfig.dataSource, { reuseRunning: false }, embeddedObservers);
    }
    return { ...prepared, dataSource: { ...dataSource, connectionString: embedded.source.connectionString } };
  };
  const stopHelpers = async (): Promise<void> => {
    await embedded?.stop();
    await provider?.close();
  };
  try {
    const { log, stream } = await createLog(logLevel, logFormat);
    embeddedObservers.add(new ServiceLog(log).observer);
    let first: Runtime | undefined;
    const run: RunService<Application | Primary> = async (loadedConfig, observers, options) => {
      if (first !== undefined) requireReloadable(first, loadedConfig.runtime);
      const boots = async (): Promise<Application | Primary> =>
        primary === undefined
          ? (await import('../app/boot.ts')).boot(loadedConfig, observers, { ...options, reuseRunning: false })
          : primary.serve(loadedConfig, observers);
      if (first === undefined && loadedConfig.runtime.workers > 1) {
        const { Primary: Workers } = await import('./workers/primary.ts');
        primary = new Workers({ log, logLevel, logFormat, backlog: BACKLOG, onFailure: (error) => fail(error) });
      }
      const service = await waitForDatabase(boots, { seconds: first === undefined ? wait : 0, log });
      first ??= loadedConfig.runtime;
      return service;
    };
    const fail = (error: unknown): void => {
      context.stderr.write(`${describeError(error, context)}\n`);
      process.exitCode = 1;
      stop('SIGINT');
    };
    const open = () => openService({ config }, context, { overrides, prepare, run });
    const { service, ...place } = await open();
    const serveContext: ServeContext = { log, stream, provider, context, isWatching: watch, place, open };
    const served = Promise.withResolvers<ListeningService>();
    // Watch before the URL is printed, so that no later change is missed.
    const reloads = reloadConfiguration(
      {
        ...place,
        others: provider === undefined ? [] : [usersFileOf(place.file)],
        isWatching: watch,
        apply: async () => (await served.promise).reload(),
        onFailure: (problems) => void served.promise.then(({ reportFailedReload }) => reportFailedReload(problems)),
      },
      context,
    );
    opened.resolve(() => {
      void served.promise.then(({ reopenFiles }) => reopenFiles());
      reloads.reload();
    });
    const serving = await ('answer' in service
      ? serveAlone(service, serveContext)
      : serveByWorkers(service, serveContext)
    ).catch((error) => {
      reloads.stop();
      throw error;
    });
    served.resolve(serving);
    kill = serving.kill;
    stop = (signal) => {
      reloads.stop();
      setTimeout(() => {
        kill();
        process.exit(1);
      }, serving.stopTimeout()).unref();
      void serving.stop(signal).then(stopHelpers);
    };
  } catch (error) {
    removeHandlers();
    process.off('SIGHUP', onHangUp);
    await stopHelpers();
    throw error;
  }
}

interface ServeContext extends Log {
  readonly provider: SignInProvider | undefined;
  readonly context: CommandContext;
  readonly isWatching: boolean;
  readonly place: ConfigPlace;
  /** Starts a service with the changed configuration. If the service has workers, also replaces them. */
  readonly open: () => Promise<{ readonly service: Application | Primary }>;
}

/** A service that listens. */
interface ListeningService {
  /** @throws UnusableConfiguration; ApiError Unavailable */
  readonly reload: () => Promise<void>;
  readonly reportFailedReload: (problems: readonly Problem[]) => void;
  /** Opens the file of the audit log again, after another program has moved it. */
  readonly reopenFiles: () => void;
  /** On SIGTERM, drains first, so that load balancers notice. */
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
  /** Maximum milliseconds of `stop`. */
  readonly stopTimeout: () => number;
  /** Kills the workers. */
  readonly kill: () => void;
}

const stopTimeoutOf = ({ limits, drainTimeMs }: Runtime): number => limits.requestTimeoutMs + drainTimeMs + MARGIN_MS;

async function serveAlone(
  application: Application,
  { log, stream, provider, context, isWatching, place, open }: ServeContext,
): Promise<ListeningService> {
  const { runtime } = application.config;
  if (isWatching && runtime.metrics?.listen !== undefined) {
    await application.close();
    throw new UnusableConfiguration(
      'With --watch, metrics are available only on the port of the service. Remove "runtime.metrics.port".',
    );
  }
  // Loaded here, because a process with workers needs no server.
  const [{ createServer }, { ReloadableServer }, { introduce }] = await Promise.all([
    import('../server/create-server.ts'),
    import('../server/lifecycle/reloadable-server.ts'),
    import('./introduction.ts'),
  ]);
  const server = createServer(application, log, stream);
  const reloadable = new ReloadableServer({ application, server }, isWatching);
  const reported: ReportedObjects = new Set();
  try {
    requirePlatform(runtime, place.file, context);
    const url = await server.listen({ host: runtime.host, port: runtime.port, backlog: BACKLOG });
    provider?.allowRedirectsTo(url);
    introduce(url, application, { issuer: provider?.issuer, context });
    reportCatalog(application, context, reported);
  } catch (error) {
    await server.close();
    throw addPlace(error, place);
  }
  const reload = async (): Promise<void> => {
    const { service } = await open();
    const next = service as Application;
    const created = createServer(next, log, stream);
    try {
      requirePlatform(next.config.runtime, place.file, context);
      await created.ready();
      provider?.updateUsers(next.config);
    } catch (error) {
      await created.close();
      throw addPlace(error, place);
    }
    reloadable.replace({ application: next, server: created });
    reportCatalog(next, context, reported);
  };
  return {
    reload,
    reportFailedReload: (problems) =>
      reloadable.current.application.observers.observe({ kind: 'reloadFailed', problems }),
    reopenFiles: () => reloadable.current.application.audit?.reopen(),
    stop: async (signal) => {
      if (signal === 'SIGTERM') await reloadable.drain();
      await reloadable.close();
    },
    stopTimeout: () => stopTimeoutOf(reloadable.current.application.config.runtime),
    kill: () => undefined,
  };
}

async function serveByWorkers(primary: Primary, { provider, open }: ServeContext): Promise<ListeningService> {
  try {
    const url = await primary.listen(provider?.issuer);
    provider?.allowRedirectsTo(url);
  } catch (error) {
    await primary.stop('SIGINT');
    throw error;
  }
  return {
    reload: async () => {
      await open();
      if (primary.config !== undefined) provider?.updateUsers(primary.config);
    },
    reportFailedReload: (problems) => primary.reportFailedReload(problems),
    reopenFiles: () => primary.reopenFiles(),
    stop: (signal) => primary.stop(signal),
    stopTimeout: () => (primary.config === undefined ? MARGIN_MS : stopTimeoutOf(primary.config.runtime)),
    kill: () => primary.kill(),
  };
}

const onlyAtStart = (setting: string): UnusableConfiguration =>
  new UnusableConfiguration(`A changed "${setting}" applies only at a start. Restart the service.`);

/**
 * @throws UnusableConfiguration if a changed setting applies only at startup, or if the old and the new service would
 *   both need an exclusive resource, such as the metrics port
 */
function requireReloadable(before: Runtime, after: Runtime): void {
  const pick = ({ host, port, mode, metrics }: Runtime) => ({ host, port, mode, metrics: metrics?.listen });
  const names = {
    host: 'runtime.host.host',
    port: 'runtime.host.port',
    mode: 'runtime.host.mode',
    metrics: 'runtime.metrics.port',
  };
  const [old, changed] = [pick(before), pick(after)];
  const keys = Object.keys(names) as (keyof typeof names)[];
  const setting = keys.find((key) => !isDeepStrictEqual(old[key], changed[key]));
  if (setting !== undefined) throw onlyAtStart(names[setting]);
  if (before.workers > 1) return;
  if (after.workers > 1) throw onlyAtStart('runtime.host.workers');
  if (!isDeepStrictEqual(before.tls, after.tls)) throw onlyAtStart('runtime.host.tls');
  const needsExclusiveResource = [before, after].some(
    ({ metrics, audit }) => metrics?.listen !== undefined || audit?.target.kind === 'webhook',
  );
  if (!needsExclusiveResource) return;
  throw new UnusableConfiguration(
    'One process cannot reload a configuration with "runtime.metrics.port", or with a webhook for the audit log. Restart the service, or set "runtime.host.workers" to 2 or more.',
  );
}

/** Returns false if this process was started in a terminal that has closed. */
function hasTerminal(): boolean {
  if (!process.stdin.isTTY) return true;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** @throws UnusableConfiguration if authentication by the platform is required, but the platform does not confirm it */
function requirePlatform(runtime: Runtime, file: string, { stderr }: CommandContext): void {
  const problems = checkPlatform(runtime, readEnvironment(process.cwd(), process.env));
  if (problems.length === 0) return;
  const report = formatProblems(problems, file);
  if (problems.some(({ severity }) => severity === 'error')) throw new UnusableConfiguration(report);
  stderr.write(`${report}\n\n`);
}

/** Milliseconds after the request timeout, in which late writes report their outcome and sessions are closed. */
const MARGIN_MS = 5_000;

/**
 * Maximum number of connections that wait to be accepted. The system may have a lower limit (`net.core.somaxconn`).
 * With Node's default of 511, clients in a burst wait a second or more.
 */
const BACKLOG = 65_535;

/** Within these milliseconds, a second signal is a copy: Ctrl+C signals npm too, and npm forwards the signal. */
const SIGNAL_COPY_MS = 1_000;

/** A second signal exits at once, unless it is a copy. Returns a function that removes the handlers. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void, kill: () => void): () => void {
  let first: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first !== undefined && now - first > SIGNAL_COPY_MS) {
      kill();
      process.exit(1);
    }
    if (first !== undefined) return;
    first = now;
    stop(signal);
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
  return () => void process.off('SIGINT', handle).off('SIGTERM', handle);
}

/** App Service sets this variable if it authenticates callers. */
const AUTHENTICATION_VARIABLE = 'WEBSITE_AUTH_ENABLED';

/**
 * In production, checks that the platform authenticates callers. Otherwise, callers could forge its header. Other
 * commands skip this check, because they often run on another machine.
 */
function checkPlatform({ mode, authentication }: Runtime, env: Environment): readonly Problem[] {
  if (mode !== 'production') return [];
  const path = ['runtime', 'host', 'authentication', 'provider'];
  const { provider } = authentication;
  if (provider === 'AppService' && env[AUTHENTICATION_VARIABLE]?.toLowerCase() !== 'true') {
    const message = `The provider "AppService" trusts X-MS-CLIENT-PRINCIPAL, but ${AUTHENTICATION_VARIABLE} does not confirm that App Service sets it. Run on App Service with authentication enabled. Set ${AUTHENTICATION_VARIABLE}=true yourself only behind a proxy that removes this header from client requests.`;
    return [{ path, message, severity: 'error', found: provider }];
  }
  if (provider === 'StaticWebApps') {
    const message =
      'X-MS-CLIENT-PRINCIPAL is trusted without verification. Allow only Static Web Apps to reach this service, or clients can impersonate any user.';
    return [{ path, message, severity: 'warning' }];
  }
  return [];
}
