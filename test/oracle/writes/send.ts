import type { FastifyInstance } from 'fastify';
import { appService, asPrincipal } from '../../http/support/principal-header.ts';
import type { Caller } from './model/right.ts';
import type { Request } from './write-rest.ts';

/** The compared parts of a response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
  readonly etag: string | undefined;
  readonly location: string | undefined;
}

export interface Served {
  readonly server: FastifyInstance;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
}

/** Sends a request, through a socket or directly. */
export async function send(
  served: Served,
  request: Request,
  { caller, socket }: { caller: Caller; socket: boolean },
): Promise<ReceivedResponse> {
  const sent = { ...request, headers: { ...request.headers, ...headersOf(caller) } };
  return socket ? sendThrough(served, sent) : sendPast(served, sent);
}

async function sendPast({ server }: Served, { method, url, headers, body }: Request): Promise<ReceivedResponse> {
  const answer = await server.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
  const { etag, location } = answer.headers;
  return {
    status: answer.statusCode,
    body: answer.body,
    etag: typeof etag === 'string' ? etag : undefined,
    location: typeof location === 'string' ? location : undefined,
  };
}

async function sendThrough({ origin }: Served, { method, url, headers, body }: Request): Promise<ReceivedResponse> {
  const answer = await fetch(origin + url, { method, headers, ...(body !== undefined && { body }) });
  return {
    status: answer.status,
    body: await answer.text(),
    etag: answer.headers.get('etag') ?? undefined,
    location: answer.headers.get('location') ?? undefined,
  };
}

/** Returns the App Service headers of a caller. */
function headersOf({ role, claims }: Caller): Readonly<Record<string, string>> {
  const principal = appService([['the-role', role], ...Object.entries(claims)], { role_typ: 'the-role' });
  return { ...asPrincipal(principal), 'x-api-role': role };
}
