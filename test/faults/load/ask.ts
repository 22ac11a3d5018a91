import { type Agent, request } from 'node:http';

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
  /** Called once the request is with the kernel. */
  readonly onSent?: () => void;
}

/** Sends a request. Never throws: whatever comes of it is told. */
export function ask(asked: HttpRequest, { origin, agent, patience, onSent }: Sending): Promise<Told> {
  return new Promise((resolve) => {
    const { method, path, headers = {}, body } = asked;
    const sent = request(origin, { agent, method, path, headers }, (response) => {
      // By events: thousands of clients share one process, and an iterator takes as much time as the rest of a request.
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk;
      });
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        const { statusCode: status = 0, headers: answered } = response;
        const code = readCode(received, status);
        const retryAfter = answered['retry-after'];
        resolve({ kind: 'answered', status, ...(code && { code }), ...(retryAfter && { retryAfter }) });
      });
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
    if (onSent !== undefined) sent.once('finish', onSent);
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
