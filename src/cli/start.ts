import { constants } from 'node:os';
import { styleText } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Application } from '../app/application.ts';
import type { Problem } from '../base/problem.ts';
import type { Overrides } from '../config/config-file.ts';
import { formatProblems } from '../config/format-problems.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { createServer } from '../server/create-server.ts';
import { sampleQuery } from '../server/graphql/sample-query.ts';
import { curlLine, restLine } from '../server/landing-page.ts';
import { swaggerUiPath } from '../server/pages/page-paths.ts';
import { samplePath } from '../server/rest/path/sample-path.ts';
import { checkPlatform } from './check-platform.ts';
import { type ConfigOption, openApplication, type Prepare } from './open-application.ts';
import { type SignInProvider, startSignIn } from './start-sign-in.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

interface Opened {
  readonly application: Application;
  readonly file: string;
}

type StartOptions = ConfigOption & Overrides & { readonly signIn?: boolean; readonly wait?: number };

/** `joinery start`: serves until a signal; the first line on standard output is the URL. */
export async function start({ config, signIn = false, wait = 0, ...overrides }: StartOptions): Promise<void> {
  // Until the service listens, a signal exits at once. As process 1 of a container, Node would ignore a signal without a handler.
  let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  onStopSignal((signal) => stop(signal));
  let provider: SignInProvider | undefined;
  const prepare: Prepare = async (read, file) => {
    if (!signIn) return read;
    provider = await startSignIn(read, file);
    return provider.config;
  };
  try {
    const opened = await openApplication({ config, wait, reuseRunning: false }, overrides, prepare);
    const server = await serve(opened, provider);
    const { limits, drainTime } = opened.application.config.runtime;
    stop = (signal) => void stopServer(server, signal, limits.requestTimeout + drainTime + MARGIN_MS);
  } catch (error) {
    await provider?.close();
    throw error;
  }
}

async function serve({ application, file }: Opened, provider: SignInProvider | undefined): Promise<FastifyInstance> {
  const { runtime } = application.config;
  // Standard output is for people; the log, one JSON object a line, goes beside it.
  const server = createServer(application, pino({}, pino.destination(2)));
  server.addHook('onClose', () => provider?.close());
  try {
    reportPlatform(checkPlatform(runtime, readEnvironment(process.cwd(), process.env)), file);
    const url = await server.listen({ host: runtime.host, port: runtime.port, backlog: BACKLOG });
    provider?.admit(url);
    process.stdout.write(`${url}\n`);
    if (runtime.mode === 'development') process.stdout.write(introduce(url, application, provider));
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Prints problems of the platform. @throws UnusableConfiguration when one keeps the service from starting */
function reportPlatform(problems: readonly Problem[], file: string): void {
  if (problems.length === 0) return;
  const report = formatProblems(problems, file);
  if (problems.some(({ severity }) => severity === 'error')) throw new UnusableConfiguration(report);
  process.stderr.write(`${report}\n\n`);
}

/** What to open and what to try. */
function introduce(url: string, application: Application, provider: SignInProvider | undefined): string {
  const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
  const graphql = `${url}${application.config.runtime.graphql.path}`;
  const sample = samplePath(application);
  const swagger = swaggerUiPath(application.config.runtime);
  const page =
    swagger === undefined ? '' : `\n        ${url}${swagger}  Swagger UI: the REST API, to be looked at and tried`;
  const rest = sample === undefined ? '' : `\n        ${restLine(url + sample)}`;
  const signIn =
    provider === undefined
      ? ''
      : `  ${bold('Sign in')}  on any of these pages, by the provider at ${provider.issuer}, which asks for no password\n`;
  return `
  ${bold('Open')}  ${graphql}  GraphiQL: write queries, with the schema beside them${page}
        ${url}/health   whether the database answers
  ${bold('Try')}   ${curlLine(graphql, sampleQuery(application))}${rest}
${signIn}  ${bold('Stop')}  Ctrl+C
`;
}

/** Milliseconds beyond the time of a request: a change that is past its time is told what became of it, and sessions are closed. */
const MARGIN_MS = 5_000;

/**
 * Connections that may wait to be accepted; the system takes fewer where it has a lower bound (`net.core.somaxconn`). Beyond Node's own 511, whoever
 * comes in a crowd waits a second or more until its system tries again.
 */
const BACKLOG = 65_535;

/**
 * Milliseconds in which a second signal is a copy of the first. Ctrl+C and `timeout` signal the whole process group, and npm, which is
 * in that group, forwards the signal once more.
 */
const SIGNAL_COPY_MS = 1_000;

/** Calls `stop` on the first signal. A later signal exits at once, unless it is a copy of the first. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let first: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (first !== undefined && now - first > SIGNAL_COPY_MS) process.exit(1);
    if (first !== undefined) return;
    first = now;
    stop(signal);
  };
  process.on('SIGINT', handle).on('SIGTERM', handle);
}

/**
 * Closes the server once running requests have finished, and exits when that takes longer than `patience` milliseconds. SIGTERM comes
 * where a load balancer sends requests, which gets time to notice. Ctrl+C skips that step.
 */
async function stopServer(server: FastifyInstance, signal: NodeJS.Signals, patience: number): Promise<void> {
  setTimeout(() => process.exit(1), patience).unref();
  if (signal === 'SIGTERM') await server.drain();
  await server.close();
}
