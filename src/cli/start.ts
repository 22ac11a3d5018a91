import { constants } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Application } from '../app/application.ts';
import { connectSource } from '../app/boot.ts';
import type { Problem } from '../base/problem.ts';
import type { DataSource, Overrides, Runtime } from '../config/config.ts';
import type { Environment } from '../config/document/replace-environment.ts';
import { formatProblems } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { createServer, httpOptionsOf } from '../server/create-server.ts';
import { ReloadableServer } from '../server/lifecycle/reloadable-server.ts';
import type { CommandContext } from './command-context.ts';
import { introduce } from './introduction.ts';
import { type ConfigOption, openApplication, type Prepare } from './open-application.ts';
import { type ReportedObjects, reportCatalog } from './report-catalog.ts';
import { type SignInProvider, startSignIn, usersFileOf } from './sign-in-provider.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';
import { watchConfiguration } from './watch.ts';

interface OpenedApplication {
  readonly application: Application;
  readonly file: string;
  readonly variant?: string | undefined;
}

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
  const removeHandlers = onStopSignal((signal) => stop(signal));
  let provider: SignInProvider | undefined;
  let embedded: Awaited<ReturnType<typeof connectSource>> | undefined;
  let embeddedSettings: DataSource['embedded'];
  const prepare: Prepare = async (read, file) => {
    if (signIn) provider ??= await startSignIn(read, file);
    const authentication = provider?.authentication ?? read.runtime.authentication;
    const prepared = { ...read, runtime: { ...read.runtime, authentication } };
    const { embedded: settings, ...dataSource } = read.dataSource;
    if (!watch || settings === undefined) return prepared;
    embeddedSettings ??= settings;
    if (!isDeepStrictEqual(settings, embeddedSettings)) throw onlyAtStart('data-source.embedded');
    // The server outlives the applications.
    embedded ??= await connectSource(read.dataSource, { reuseRunning: false });
    return { ...prepared, dataSource: { ...dataSource, connectionString: embedded.source.connectionString } };
  };
  try {
    const { log, stream } = await createLog(logLevel, logFormat);
    const open = (): Promise<OpenedApplication> =>
      openApplication({ config, wait: { seconds: wait, log }, reuseRunning: false }, context, overrides, prepare);
    const opened = await open();
    if (watch) {
      const close = await serveAndWatch(opened, open, { log, stream, provider, context });
      stop = () =>
        void close()
          .then(() => embedded?.stop())
          .then(() => provider?.close());
      return;
    }
    const server = await serve(opened, { log, stream, provider, context });
    const { audit } = opened.application;
    if (audit !== undefined) process.on('SIGHUP', () => audit.reopen());
    const { limits, drainTime } = opened.application.config.runtime;
    stop = (signal) => void stopServer(server, signal, limits.requestTimeoutMs + drainTime + MARGIN_MS);
  } catch (error) {
    removeHandlers();
    await embedded?.stop();
    await provider?.close();
    throw error;
  }
}

/**
 * Writes to standard error; standard output is for people.
 * @throws UnusableConfiguration if `pino-pretty` is not installed
 */
async function createLog(level: string, format: 'json' | 'pretty'): Promise<Log> {
  if (format === 'json') {
    const stream = pino.destination(2);
    return { log: pino({ level }, stream), stream };
  }
  const { default: pretty } = await import('pino-pretty').catch((cause) => {
    throw new UnusableConfiguration('--log-format pretty requires a package. Run "npm install pino-pretty".', {
      cause,
    });
  });
  const stream = pretty({ destination: 2, sync: true, ignore: 'pid,hostname' });
  return { log: pino({ level }, stream), stream };
}

interface Log {
  readonly log: Logger;
  /** Where the log and the access log are written. */
  readonly stream: DestinationStream;
}

interface ServeContext extends Log {
  readonly provider: SignInProvider | undefined;
  readonly context: CommandContext;
}

async function serve(
  { application, file }: OpenedApplication,
  { log, stream, provider, context }: ServeContext,
): Promise<FastifyInstance> {
  const { runtime } = application.config;
  const server = createServer(application, log, stream);
  server.addHook('onClose', () => provider?.close());
  try {
    requirePlatform(runtime, file, context);
    const url = await server.listen({ host: runtime.host, port: runtime.port, backlog: BACKLOG });
    introduce(url, application, { provider, context });
    reportCatalog(application, context, new Set());
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Serves, and replaces the configuration whenever it changes. @returns a function that stops */
async function serveAndWatch(
  first: OpenedApplication,
  open: () => Promise<OpenedApplication>,
  { log, stream, provider, context }: ServeContext,
): Promise<() => Promise<void>> {
  const { runtime } = first.application.config;
  if (runtime.tls !== undefined) {
    await first.application.close();
    throw new UnusableConfiguration('--watch supports HTTP only. Remove "runtime.host.tls" while you develop.');
  }
  if (runtime.metrics?.listen !== undefined) {
    await first.application.close();
    throw new UnusableConfiguration(
      '--watch serves metrics on the port of the service. Remove "runtime.metrics.port".',
    );
  }
  const create = async ({ application, file }: OpenedApplication): Promise<FastifyInstance> => {
    const server = createServer(application, log, stream);
    try {
      requirePlatform(application.config.runtime, file, context);
    } catch (error) {
      await server.close();
      throw error;
    }
    await server.ready();
    return server;
  };
  const server = new ReloadableServer(await create(first), httpOptionsOf(runtime));
  const reported: ReportedObjects = new Set();
  let serving = first.application;
  const reload = async (): Promise<FastifyInstance> => {
    const opened = await open();
    const changed = changedSetting(runtime, opened.application.config.runtime);
    if (changed !== undefined) {
      await opened.application.close();
      throw onlyAtStart(changed);
    }
    const created = await create(opened);
    try {
      provider?.updateUsers(opened.application.config);
    } catch (error) {
      await created.close();
      throw error;
    }
    serving = opened.application;
    reportCatalog(opened.application, context, reported);
    return created;
  };
  const onFailure = (problems: readonly Problem[]): void =>
    serving.observers.observe({ kind: 'reloadFailed', problems });
  const { file, variant } = first;
  const others = provider === undefined ? [] : [usersFileOf(file)];
  const stopWatching = watchConfiguration({ server, file, variant, others, open: reload, onFailure }, context);
  const close = async (): Promise<void> => {
    stopWatching();
    await server.close();
  };
  try {
    const url = await server.listen({ host: runtime.host, port: runtime.port, backlog: BACKLOG });
    introduce(url, first.application, { provider, context });
    reportCatalog(first.application, context, reported);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

const onlyAtStart = (setting: string): UnusableConfiguration =>
  new UnusableConfiguration(`A changed "${setting}" applies only at a start. Restart the service.`);

/** Returns a setting that a reload cannot change, because the address or the checks of callers depend on it. */
function changedSetting(before: Runtime, after: Runtime): string | undefined {
  if (before.host !== after.host) return 'runtime.host.host';
  if (before.port !== after.port) return 'runtime.host.port';
  if (before.mode !== after.mode) return 'runtime.host.mode';
  return after.tls === undefined ? undefined : 'runtime.host.tls';
}

/** @throws UnusableConfiguration if the platform is required, and does not confirm itself */
function requirePlatform(runtime: Runtime, file: string, { stderr }: CommandContext): void {
  const problems = checkPlatform(runtime, readEnvironment(process.cwd(), process.env));
  if (problems.length === 0) return;
  const report = formatProblems(problems, file);
  if (problems.some(({ severity }) => severity === 'error')) throw new UnusableConfiguration(report);
  stderr.write(`${report}\n\n`);
}

/** Milliseconds after the request timeout, to report late changes and close sessions. */
const MARGIN_MS = 5_000;

/**
 * The system may have a lower limit (`net.core.somaxconn`). With Node's 511, clients in a burst wait a second or more.
 */
const BACKLOG = 65_535;

/** Ctrl+C signals the whole process group, and npm forwards the signal again. */
const SIGNAL_COPY_MS = 1_000;

/** A second signal exits at once, unless it is a copy. Returns a function that removes the handlers. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  let first: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first !== undefined && now - first > SIGNAL_COPY_MS) process.exit(1);
    if (first !== undefined) return;
    first = now;
    stop(signal);
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
  return () => void process.off('SIGINT', handle).off('SIGTERM', handle);
}

/**
 * On SIGTERM, drains first, so that load balancers notice.
 * @param timeoutMs maximum milliseconds
 */
async function stopServer(server: FastifyInstance, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  setTimeout(() => process.exit(1), timeoutMs).unref();
  if (signal === 'SIGTERM') await server.drain();
  await server.close();
}

/** App Service sets this variable if it authenticates callers. */
const AUTHENTICATION_VARIABLE = 'WEBSITE_AUTH_ENABLED';

/**
 * Requires the platform in production, where callers could otherwise forge its header. Other commands skip this check,
 * because they often run on another machine.
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
