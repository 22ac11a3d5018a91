import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ApiError, type ErrorCode, type ErrorDetails } from './errors.ts';
import { ConfigurationError, type Problem } from './problem.ts';

declare const bodyType: unique symbol;
declare const responseType: unique symbol;

/** A kind of message. The structured clone algorithm copies the body. */
export interface Topic<M> {
  readonly name: string;
  readonly [bodyType]?: M;
}

/** A kind of request. */
export interface RequestTopic<Q, A> extends Topic<Q> {
  readonly [responseType]?: A;
}

/** Connects a worker to the other workers of its service, and to the process that started them. */
export interface WorkerChannel {
  /** Sends a message to all other workers. */
  broadcast<M>(topic: Topic<M>, message: M): void;
  /** Handles messages of other workers and of the primary process. */
  on<M>(topic: Topic<M>, handle: (message: M) => void): void;
  /** Sends a request to the primary process. @throws Error if its handler fails */
  request<Q, A>(topic: RequestTopic<Q, A>, question: Q): Promise<A>;
  /** Sends a request to all workers, including this one. Omits workers that fail, or do not respond within a second. */
  collect<Q, A>(topic: RequestTopic<Q, A>, question: Q): Promise<readonly A[]>;
  /** Handles requests that workers send by `collect`, or that the peer sends by `request`. */
  onRequest<Q, A>(topic: RequestTopic<Q, A>, handle: (question: Q) => A | Promise<A>): void;
}

/** Both ends of Node's IPC channel: `process`, and a child process. */
interface Port {
  readonly connected: boolean;
  send?(
    message: unknown,
    handle?: Socket,
    options?: { keepOpen?: boolean },
    done?: (error: Error | null) => void,
  ): void;
  on(event: 'message', listener: (message: unknown, handle: unknown) => void): unknown;
  on(event: 'disconnect' | 'close', listener: () => void): unknown;
}

type Envelope =
  | { readonly kind: 'message'; readonly topic: string; readonly body: unknown }
  | { readonly kind: 'request'; readonly topic: string; readonly id: number; readonly body: unknown }
  | { readonly kind: 'response'; readonly id: number; readonly body: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: PlainError };

interface SendOptions {
  /** Passed to the other process. This process keeps a copy of the socket. */
  readonly socket?: Socket;
}

type Handler = (body: unknown, socket: Socket | undefined) => unknown;

/** The other process ended before it responded. */
export class PeerEnded extends Error {
  override readonly name = 'PeerEnded';
}

/** Exchanges messages and requests with another process. */
export class Peer {
  readonly #port: Port;
  readonly #handlers = new Map<string, Handler>();
  readonly #pending = new Map<number, { resolve(body: unknown): void; reject(error: unknown): void }>();
  #nextId = 0;

  constructor(port: Port) {
    this.#port = port;
    port.on('message', (message, handle) => this.#receive(message as Envelope, handle as Socket | undefined));
    port.on('disconnect', () => this.#end());
    // Node emits no "disconnect" if a child process ends while a socket is sent to it.
    port.on('close', () => this.#end());
  }

  on<M>(topic: Topic<M>, handle: (message: M, socket: Socket | undefined) => void): void {
    this.#handlers.set(topic.name, handle as Handler);
  }

  onRequest<Q, A>(topic: RequestTopic<Q, A>, handle: (question: Q) => A | Promise<A>): void {
    this.#handlers.set(topic.name, handle as Handler);
  }

  /** Does nothing if the other process has ended. */
  send<M>(topic: Topic<M>, body: M, options: SendOptions = {}): void {
    this.#send({ kind: 'message', topic: topic.name, body }, options);
  }

  /** @throws PeerEnded; the error of the handler */
  request<Q, A>(topic: RequestTopic<Q, A>, body: Q): Promise<A> {
    if (!this.#port.connected) return Promise.reject(new PeerEnded('The other process has ended'));
    this.#nextId += 1;
    const id = this.#nextId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: (response) => resolve(response as A), reject });
      this.#send({ kind: 'request', topic: topic.name, id, body });
    });
  }

  /** Returns undefined if the request fails, or if no response arrives within `maxMs`. */
  tryRequest<Q, A>(topic: RequestTopic<Q, A>, body: Q, maxMs: number): Promise<A | undefined> {
    const response = this.request(topic, body).catch(() => undefined);
    return Promise.race([response, setTimeout(maxMs, undefined, { ref: false })]);
  }

  #send(envelope: Envelope, { socket }: SendOptions = {}): void {
    if (!this.#port.connected) return;
    // Without a callback, `send` would emit an `error` event, which ends the process.
    this.#port.send?.(envelope, socket, { keepOpen: true }, () => undefined);
  }

  #receive(envelope: Envelope, socket: Socket | undefined): void {
    switch (envelope.kind) {
      case 'message':
        this.#handlers.get(envelope.topic)?.(envelope.body, socket);
        return;
      case 'request':
        void this.#respond(envelope);
        return;
      case 'response':
        this.#settle(envelope.id)?.resolve(envelope.body);
        return;
      case 'failure':
        this.#settle(envelope.id)?.reject(toError(envelope.error));
    }
  }

  #end(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new PeerEnded('The other process has ended'));
  }

  async #respond({ topic, id, body }: Extract<Envelope, { kind: 'request' }>): Promise<void> {
    try {
      const handle = this.#handlers.get(topic);
      if (handle === undefined) throw new Error(`No handler answers "${topic}"`);
      this.#send({ kind: 'response', id, body: await handle(body, undefined) });
    } catch (error) {
      this.#send({ kind: 'failure', id, error: fromError(error) });
    }
  }

  #settle(id: number) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }
}

interface RelayedMessage {
  readonly topic: string;
  readonly body: unknown;
}

export const RELAY: Topic<RelayedMessage> = { name: 'relay' };
export const COLLECT: RequestTopic<RelayedMessage, readonly unknown[]> = { name: 'collect' };

/** The primary process, as a worker reaches it. */
export class PrimaryPeer extends Peer implements WorkerChannel {
  broadcast<M>({ name }: Topic<M>, body: M): void {
    this.send(RELAY, { topic: name, body });
  }

  async collect<Q, A>({ name }: RequestTopic<Q, A>, body: Q): Promise<readonly A[]> {
    return (await this.request(COLLECT, { topic: name, body })) as readonly A[];
  }
}

/** An error as data. Structured clones of errors lose their class and members. */
type PlainError =
  | { readonly kind: 'configuration'; readonly problems: readonly Problem[] }
  | {
      readonly kind: 'api';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails | undefined;
      readonly reason: string | undefined;
    }
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      /** Members of a system error. */
      readonly members: object;
    };

function fromError(error: unknown): PlainError {
  if (error instanceof ConfigurationError) return { kind: 'configuration', problems: error.problems };
  if (error instanceof ApiError) {
    const { code, message, details } = error;
    return { kind: 'api', code, message, details, reason: innermostMessage(error.cause) };
  }
  if (!(error instanceof Error)) {
    return { kind: 'other', name: 'Error', message: String(error), stack: undefined, members: {} };
  }
  const { name, message, stack } = error;
  const members = Object.fromEntries(
    Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
  return { kind: 'other', name, message, stack, members };
}

function innermostMessage(cause: unknown): string | undefined {
  if (cause instanceof AggregateError) return innermostMessage(cause.errors[0]);
  return cause instanceof Error ? (innermostMessage(cause.cause) ?? cause.message) : undefined;
}

function toError(plain: PlainError): Error {
  switch (plain.kind) {
    case 'configuration':
      return new ConfigurationError(plain.problems);
    case 'api': {
      const { code, message, details, reason } = plain;
      const cause = reason === undefined ? undefined : new Error(reason);
      return new ApiError(code, message, { details, ...(cause && { cause }) });
    }
    case 'other': {
      const error = Object.assign(new Error(plain.message), plain.members, { name: plain.name });
      if (plain.stack !== undefined) error.stack = plain.stack;
      return error;
    }
  }
}
