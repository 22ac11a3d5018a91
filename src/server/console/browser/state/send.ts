import { chosenRole, consoleRole, token } from './session.ts';

export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly text: string;
  readonly mediaType: string;
}

/** A request that failed, with the message for users. */
export class Failure extends Error {
  /** 0 without a response. */
  readonly status: number;
  /** Code of the error table, such as `Forbidden`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Message {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Defaults to the chosen role. */
  readonly role?: string | undefined;
}

/** Sends a request in the chosen role. @throws Failure without a response */
export async function send(url: string, message: Message = {}): Promise<Reply> {
  const { method = 'GET', body, signal, role = chosenRole.value } = message;
  const headers = new Headers({ accept: 'application/graphql-response+json, application/json' });
  headers.set('x-joinery-page', 'console');
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (role !== undefined) headers.set('x-api-role', inUtf8(role));
  if (token.value !== '') headers.set('authorization', `Bearer ${token.value}`);
  const start = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    const text = await response.text();
    const milliseconds = performance.now() - start;
    const { status, statusText } = response;
    return { status, statusText, milliseconds, text, mediaType: response.headers.get('content-type') ?? '' };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure(0, 'Unreachable', 'The service does not respond. Check that it runs, and try again.');
  }
}

/** Headers contain bytes. */
const inUtf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** Sends a request, and returns its JSON. @throws Failure for any other status than 2xx */
export async function load<T>(
  url: string,
  message?: Message,
  parse: (text: string) => unknown = JSON.parse,
): Promise<T> {
  const reply = await send(url, message);
  const value = tryParse(reply.text, parse);
  const failure = readFailure(reply.status, value);
  if (failure !== undefined) throw failure;
  return value as T;
}

/** Loads data of the console as a role that may use it. The view may be that of another role. */
export const loadConsole = <T>(name: string, message: Message = {}): Promise<T> =>
  load<T>(`console/${name}`, { ...message, role: consoleRole.value });

/** Selects the data of the chosen role. */
export const roleOption = (): string =>
  chosenRole.value === undefined ? '' : `?role=${encodeURIComponent(chosenRole.value)}`;

function tryParse(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** Returns the error of a response of REST or GraphQL. */
function readFailure(status: number, value: unknown): Failure | undefined {
  const { error, errors } = (typeof value === 'object' && value !== null ? value : {}) as ErrorBody;
  const [first] = errors ?? [];
  if (first !== undefined) return new Failure(status, first.extensions?.code ?? 'Error', first.message);
  if (status >= 200 && status < 300 && value !== undefined) return undefined;
  const message = error?.message ?? `The service returned status ${status} without a message.`;
  return new Failure(status, error?.code ?? 'Error', message);
}
