import { type Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a client was told. */
export type Told =
  /** `code` of the error, over either API; undefined where all was done. */
  | { readonly kind: 'answered'; readonly status: number; readonly code?: string; readonly retryAfter?: string }
  /** No connection came about, so nothing was sent. */
  | { readonly kind: 'refused' }
  /** The connection was lost before there was an answer. */
  | { readonly kind: 'reset'; readonly reason: string }
  | { readonly kind: 'hung' };

/** Whether all that was asked for was done. */
export const isDone = (told: Told): boolean => told.kind === 'answered' && told.status < 400 && told.code === undefined;

/** How a request is sent. */
export interface Sending {
  readonly origin: string;
  /** `false`: by a connection of its own. */
  readonly agent: Agent | false;
  /** Milliseconds after which a silent request counts as hung. */
  readonly patience: number;
}

/** Sends a request. Never throws: whatever comes of it is told. */
export function ask(asked: HttpRequest, { origin, agent, patience }: Sending): Promise<Told> {
  return new Promise((resolve) => {
    const { method, path, headers = {}, body } = asked;
    const sent = request(origin, { agent, method, path, headers }, (response) => {
      text(response).then(
        (received) => {
          clearTimeout(timer);
          const { statusCode: status = 0, headers: answered } = response;
          const code = readCode(received, status);
          const retryAfter = answered['retry-after'];
          resolve({ kind: 'answered', status, ...(code && { code }), ...(retryAfter && { retryAfter }) });
        },
        (error) => fail(error),
      );
    });
    const timer = setTimeout(() => {
      resolve({ kind: 'hung' });
      sent.destroy();
    }, patience);
    const fail = (error: NodeJS.ErrnoException): void => {
      clearTimeout(timer);
      const reason = error.code ?? error.message;
      resolve(reason === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'reset', reason });
    };
    sent.on('error', fail);
    sent.end(body);
  });
}

/** The code of the first error, as either API tells it. */
function readCode(received: string, status: number): string | undefined {
  if (status < 400 && !received.includes('"errors"')) return undefined;
  try {
    const { error, errors } = JSON.parse(received);
    return error?.code ?? errors?.[0]?.extensions?.code;
  } catch {
    return `no JSON with ${status}`;
  }
}
