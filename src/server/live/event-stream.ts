import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shutdown } from '../lifecycle/shutdown.ts';
import type { Results } from './live-operations.ts';

/** https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverSSE.md */
const EVENT_STREAM = 'text/event-stream';

export const acceptsEvents = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept?.toLowerCase().includes(EVENT_STREAM) === true;

/** Milliseconds between comments that keep the connection open. */
const COMMENT_INTERVAL_MS = 12_000;

interface StreamOptions {
  readonly shutdown: Shutdown;
  /** Milliseconds during which a client may read nothing. */
  readonly maxStalled: number;
}

/** Sends each result as the event `next`, then `complete`. Ends when the client disconnects, or the service stops. */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  results: Results,
  { shutdown, maxStalled }: StreamOptions,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  // Proxies such as nginx must not buffer the events.
  const headers = {
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) raw.setHeader(name, value ?? '');
  raw.statusCode = 200;
  raw.flushHeaders();
  const end = (): void => void results.return(undefined);
  const comments = setInterval(() => {
    if (raw.writableLength === 0) raw.write(':\n\n');
  }, COMMENT_INTERVAL_MS).unref();
  request.socket.once('close', end);
  shutdown.streams.addEventListener('abort', end);
  if (shutdown.streams.aborted) end();
  try {
    for await (const text of results) {
      if (raw.destroyed) break;
      if (!raw.write(`event: next\ndata: ${text}\n\n`))
        await once(raw, 'drain', { signal: AbortSignal.timeout(maxStalled) });
    }
    // Without this event, clients connect again.
    if (!shutdown.streams.aborted) raw.write('event: complete\ndata:\n\n');
    raw.end();
  } catch {
    // The client reads nothing.
    raw.destroy();
  } finally {
    clearInterval(comments);
    request.socket.off('close', end);
    shutdown.streams.removeEventListener('abort', end);
    end();
  }
}

/** Returns the results of an operation with a single result. */
export async function* singleResult(text: string): Results {
  yield text;
  return undefined;
}
