import { type Agent, request } from 'node:http';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Outcome of a request for the client. */
export type Outcome =
  /** `code` of the error over either API; undefined on success. */
  | { readonly kind: 'answered'; readonly status: number; readonly code?: string; readonly retryAfter?: string }
  /** Not connected, so nothing was sent. */
  | { readonly kind: 'refused' }
  /** The connection was lost before a response. */
  | { readonly kind: 'reset'; readonly reason: string }
  | { readonly kind: 'hung' };

/** Returns whether the request succeeded completely. */
export const isDone = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status < 400 && outcome.code === undefined;

/** Options of one request. */
export interface SendOptions {
  readonly origin: string;
  /** `false`: on a new connection. */
  readonly agent: Agent | false;
  /** Milliseconds after which a request without response counts as hung. */
  readonly timeoutMs: number;
  /** Called once the request is passed to the kernel. */
  readonly onSent?: () => void;
}

/** Sends a request and returns its outcome; never throws. */
export function sendRequest(
  requested: HttpRequest,
  { origin, agent, timeoutMs, onSent }: SendOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, path, headers = {}, body } = requested;
    const sent = request(origin, { agent, method, path, headers }, (response) => {
      // Events instead of an iterator, which would double the processor time of thousands of clients.
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
    }, timeoutMs);
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

/** Returns the code of the first error of either API. */
function readCode(received: string, status: number): string | undefined {
  if (status < 400 && !received.includes('"errors"')) return undefined;
  try {
    const { error, errors } = JSON.parse(received);
    return error?.code ?? errors?.[0]?.extensions?.code;
  } catch {
    return `no JSON with ${status}`;
  }
}
