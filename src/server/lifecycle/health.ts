import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';
import { JSON_TYPE, RETRY_AFTER_SECONDS } from '../http/headers.ts';
import { rejectOtherMethods } from '../http/methods.ts';
import { TimeLimit } from '../overload/time-limit.ts';
import type { Closing } from './closing.ts';

/** Whether the service can answer requests now. */
export const READINESS_PATH = '/health';

/** Whether its process runs, whatever the database or the queue in front of it do. */
const LIVENESS_PATH = '/health/live';

/** Returns whether a path is one of health, which are open to every caller. */
export const isHealthPath = (path: string | undefined): boolean => path === READINESS_PATH || path === LIVENESS_PATH;

/** Milliseconds after which a database that does not answer counts as away. */
const SILENCE_MS = 5000;

const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };

/** Both kinds of health, open to everybody. An orchestrator sends requests elsewhere without the one, and starts anew without the other. */
export function addHealthRoutes(server: FastifyInstance, application: Application, closing: Closing): void {
  const timeLimit = new TimeLimit(SILENCE_MS);
  const ping = shareWhileRunning(() => application.ping());
  const isUp = async (): Promise<boolean> => {
    try {
      await timeLimit.within(ping(), () => new Error(`No answer within ${SILENCE_MS} ms`));
      return true;
    } catch (error) {
      application.observers.observe({ kind: 'unhealthy', error });
      return false;
    }
  };
  server.get(READINESS_PATH, async (_request, reply) => {
    const database = (await isUp()) ? 'up' : 'away';
    const { reads, changes } = application.isFull;
    const service = closing.hasBegun ? 'closing' : reads || changes ? 'busy' : 'ready';
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

/** Callers that come while a call is under way get its outcome: so a flood of checks becomes no flood of statements. */
function shareWhileRunning(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= call().finally(() => {
      running = undefined;
    });
    return running;
  };
}
