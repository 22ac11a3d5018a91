import type { FastifyInstance } from 'fastify';
import type { Application } from '../app/application.ts';
import { JSON_TYPE, RETRY_AFTER_SECONDS } from './headers.ts';
import { closeMethods } from './methods.ts';
import { TimeLimit } from './time-limit.ts';

/** Milliseconds after which a database that does not answer counts as away. */
const SILENCE_MS = 5000;

/** `GET /health`: 200 when the database answers, else 503; open to everybody. */
export function addHealthRoute(server: FastifyInstance, application: Application): void {
  const timeLimit = new TimeLimit(SILENCE_MS, () => new Error(`No answer within ${SILENCE_MS} ms`));
  const ping = shareWhileRunning(() => application.ping());
  server.get('/health', async (_request, reply) => {
    reply.headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' });
    try {
      await timeLimit.within(ping());
      return '{"status":"healthy"}';
    } catch (error) {
      application.observers.observe({ kind: 'unhealthy', error });
      reply.code(503).header('retry-after', RETRY_AFTER_SECONDS);
      return '{"status":"unhealthy"}';
    }
  });
  closeMethods(server, '/health', ['GET', 'HEAD']);
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
