import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../api-context.ts';
import { preferenceOf } from '../http/prefer-type.ts';
import { runAtExpiry } from '../identity/read-identity.ts';
import { observeLive } from '../observability/observe-requests.ts';
import type { Results } from './live-operations.ts';

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
const EVENT_STREAM = 'text/event-stream';

const prefer = preferenceOf(['application/json', 'application/graphql-response+json', EVENT_STREAM]);

export const acceptsEvents = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method !== 'HEAD' && accept?.toLowerCase().includes(EVENT_STREAM) === true;

/** Returns true if the client accepts only events, or prefers them to JSON by `q`. */
export const prefersEvents = (request: FastifyRequest): boolean =>
  acceptsEvents(request) && prefer(request.headers.accept ?? '') === EVENT_STREAM;

interface StreamEvent {
  /** `next` is an event of the protocol GraphQL over SSE. */
  readonly event: 'next' | 'patch' | 'failed';
  /** JSON without line feeds. */
  readonly data: string;
  /** Sent in `Last-Event-ID` by a client that connects again. */
  readonly id?: string;
}

export const formatEvent = ({ event, data, id }: StreamEvent): string =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;

/** Milliseconds between comments that keep the connection open. */
const COMMENT_INTERVAL_MS = 12_000;

interface EventSource {
  /** Sent before the results. */
  readonly first?: string;
  /** Formatted events. An empty string sends nothing. */
  readonly results: Results;
  /** Returns true after the last result if the client must connect again. */
  readonly isInterrupted?: () => boolean;
}

type StreamOptions = Pick<ApiContext, 'application' | 'connections' | 'shutdown'>;

/**
 * Sends events, then `complete`. If the client disconnects, its token expires, the connection is revoked, or the
 * service stops, the stream ends without `complete`.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { first = '', results, ...source }: EventSource,
  { shutdown, connections, application }: StreamOptions,
): Promise<void> {
  const { config, observers } = application;
  const { runtime } = config;
  reply.hijack();
  const { raw } = reply;
  // Proxies such as nginx must not buffer the events.
  const headers = {
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...(shutdown.endsConnections && { connection: 'close' }),
  };
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) raw.setHeader(name, value ?? '');
  raw.statusCode = 200;
  raw.flushHeaders();
  const observeEnd = observeLive(request, reply, { status: raw.statusCode, observers });
  let isInterrupted = false;
  const end = (): void => void results.return(undefined);
  const interrupt = (): void => {
    isInterrupted = true;
    end();
  };
  const comments = setInterval(() => {
    if (raw.writableLength === 0) raw.write(':\n\n');
  }, COMMENT_INTERVAL_MS).unref();
  const expiry = runAtExpiry(request.identity, runtime, interrupt);
  const remove = connections.add({ identity: () => request.identity, revoke: interrupt });
  request.socket.once('close', interrupt);
  shutdown.streams.addEventListener('abort', interrupt);
  if (shutdown.streams.aborted || request.socket.destroyed) interrupt();
  try {
    if (first !== '') await flush(request, raw, first, runtime.live.maxStalled);
    for await (const text of results) {
      if (raw.destroyed) break;
      if (text !== '') await flush(request, raw, text, runtime.live.maxStalled);
    }
    // Without this event, clients connect again.
    if (!isInterrupted && source.isInterrupted?.() !== true) raw.write('event: complete\ndata:\n\n');
    // On the same connection, the client would reach this process again.
    raw.end(() => shutdown.endsConnections && request.socket.destroySoon());
  } finally {
    clearInterval(comments);
    clearTimeout(expiry);
    remove();
    request.socket.off('close', interrupt);
    shutdown.streams.removeEventListener('abort', interrupt);
    end();
    observeEnd();
  }
}

/**
 * Resolves when the operating system has the text, so that a slow reader gets only the newest result. Closes the
 * connection of a client that reads nothing.
 */
async function flush(
  { server, socket }: FastifyRequest,
  raw: ServerResponse,
  text: string,
  maxStalled: number,
): Promise<void> {
  const onSent = server.addUnsentMessage(socket, text.length);
  const onTimeout = (): void => void raw.destroy();
  raw.setTimeout(maxStalled, onTimeout);
  await new Promise<void>((resolve) => {
    raw.once('close', resolve);
    raw.write(text, () => {
      raw.off('close', resolve);
      resolve();
    });
  });
  onSent();
  raw.off('timeout', onTimeout);
  raw.setTimeout(0);
}

/** Returns the results of an operation with a single result. */
export async function* singleResult(text: string): Results {
  yield text;
  return undefined;
}
