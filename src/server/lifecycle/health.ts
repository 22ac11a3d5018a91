import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { JSON_TYPE, RETRY_AFTER_SECONDS } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { TimeLimit } from '../overload/time-limit.ts';
import type { Shutdown } from './shutdown.ts';

/** Path that reports whether the service can answer requests now. */
export const READINESS_PATH = '/health';

/** Path that reports whether the process runs, even without the database. */
const LIVENESS_PATH = '/health/live';

/** Returns true for the paths that every caller may request. */
export const isHealthPath = (path: string | undefined): boolean => path === READINESS_PATH || path === LIVENESS_PATH;

const PING_TIMEOUT_MS = 5000;

const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };

/** Adds routes for orchestrators, which route requests by readiness and restart the process by liveness. */
export function addHealthRoutes(server: FastifyInstance, application: Application, shutdown: Shutdown): void {
  const timeLimit = new TimeLimit(PING_TIMEOUT_MS);
  const ping = shareWhileRunning(() => application.ping());
  const isReachable = async (): Promise<boolean> => {
    try {
      await timeLimit.run(ping(), () => new Error(`No response within ${PING_TIMEOUT_MS} ms`));
      return true;
    } catch (error) {
      application.observers.observe({ kind: 'unhealthy', error });
      return false;
    }
  };
  server.get(READINESS_PATH, async (_request, reply) => {
    const database = (await isReachable()) ? 'up' : 'away';
    const { reads, changes } = application.isFull;
    const service = shutdown.hasBegun ? 'closing' : reads || changes ? 'busy' : 'ready';
    const isHealthy = database === 'up' && service === 'ready';
    reply.headers(HEADERS);
    if (!isHealthy) reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
    return JSON.stringify({ status: isHealthy ? 'healthy' : 'unhealthy', database, service });
  });
  server.get(LIVENESS_PATH, async (_request, reply) => {
    reply.headers(HEADERS);
    return '{"status":"alive"}';
  });
  for (const path of [READINESS_PATH, LIVENESS_PATH]) rejectOtherMethods(server, path, ['GET', 'HEAD']);
}

/** Lets concurrent callers share one call, so that many health checks run one statement. */
function shareWhileRunning(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
}
