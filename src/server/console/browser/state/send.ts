import { chosenRole, consoleRole, token } from './session.ts';

export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly text: string;
  readonly mediaType: string;
}

/** A failed request, with a message for users. */
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

export interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Defaults to the chosen role. */
  readonly role?: string | undefined;
}

/** Sends a request in the chosen role. @throws Failure if the service does not respond */
export async function send(url: string, options: RequestOptions = {}): Promise<Reply> {
  const start = performance.now();
  return orUnreachable(async () => {
    const response = await request(url, options, 'application/graphql-response+json, application/json');
    const text = await response.text();
    const milliseconds = performance.now() - start;
    const { status, statusText } = response;
    return { status, statusText, milliseconds, text, mediaType: response.headers.get('content-type') ?? '' };
  });
}

async function request(url: string, options: RequestOptions, accept: string): Promise<Response> {
  const { method = 'GET', body, signal, role = chosenRole.value } = options;
  const headers = new Headers({ accept });
  headers.set('x-joinery-page', 'console');
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (role !== undefined) headers.set('x-api-role', inUtf8(role));
  if (token.value !== '') headers.set('authorization', `Bearer ${token.value}`);
  return fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
}

async function orUnreachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure(0, 'Unreachable', 'The service does not respond. Check that it runs, and try again.');
  }
}

/** Encodes text as UTF-8, with one character per byte, because headers contain bytes. */
const inUtf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** Sends a request, and returns the JSON of the response. @throws Failure for any other status than 2xx */
export async function load<T>(
  url: string,
  options?: RequestOptions,
  parse: (text: string) => unknown = JSON.parse,
): Promise<T> {
  const reply = await send(url, options);
  const value = tryParse(reply.text, parse);
  const failure = readFailure(reply.status, value);
  if (failure !== undefined) throw failure;
  return value as T;
}

/**
 * Sends a request, and yields the JSON of its server-sent events, until the service ends them.
 * @throws Failure for an error, and if the service does not respond
 */
export async function* follow<T>(
  url: string,
  options: RequestOptions,
  parse: (text: string) => unknown,
): AsyncGenerator<T> {
  const response = await orUnreachable(() => request(url, options, 'text/event-stream'));
  const read = (text: string): T => {
    const value = tryParse(text, parse);
    const failure = readFailure(response.status, value);
    if (failure !== undefined) throw failure;
    return value as T;
  };
  if (response.body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    yield read(await response.text());
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await orUnreachable(() => reader.read());
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith(NEXT)) yield read(event.slice(NEXT.length));
    }
  }
}

/** Start of an event with a result. */
const NEXT = 'event: next\ndata: ';

/** Loads data of the console, in a role that may use the console. The view may show another role. */
export const loadConsole = <T>(name: string, options: RequestOptions = {}): Promise<T> =>
  load<T>(`console/${name}`, { ...options, role: consoleRole.value });

/** Returns the query string that selects the data of the chosen role. */
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

/** Returns the error in a response of REST or GraphQL. */
function readFailure(status: number, value: unknown): Failure | undefined {
  const { error, errors } = (typeof value === 'object' && value !== null ? value : {}) as ErrorBody;
  const [first] = errors ?? [];
  if (first !== undefined) return new Failure(status, first.extensions?.code ?? 'Error', first.message);
  if (status >= 200 && status < 300 && value !== undefined) return undefined;
  const message = error?.message ?? `The service returned status ${status} without a message.`;
  return new Failure(status, error?.code ?? 'Error', message);
}
