import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionArgs } from 'graphql';
import { CloseCode, handleProtocols, type Message, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { ApiError, type ErrorCode, throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { reviveExact } from '../../base/json.ts';
import { mapResults } from '../../base/map-results.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { ApiContext } from '../api-context.ts';
import { readParameters } from '../graphql/read-request.ts';
import { checkJsonLimits } from '../http/read-body.ts';
import { runAtExpiry } from '../identity/read-identity.ts';
import { observeInternalError } from '../observability/observe-internal-error.ts';
import { observeLive } from '../observability/observe-requests.ts';
import { MessageSender } from './live-connections.ts';
import {
  formattedOf,
  headersIn,
  type Results,
  type RunOperation,
  rejectOperation,
  toGraphqlErrors,
} from './live-operations.ts';
import { rejectHandshake, SWITCHING_PROTOCOLS, upgradeOf } from './upgrades.ts';

/** Codes on which clients of graphql-ws connect again. https://www.iana.org/assignments/websocket */
const RESTART = 1012;
const TRY_AGAIN = 1013;

/** Code of a connection that has ended without a code. */
const LOST = 1006;

/** Maximum milliseconds between pings. */
const PING_INTERVAL_MS = 15_000;

/** Unsent bytes above which no further message of the client is read. */
const MAX_UNSENT_BYTES = 1_048_576;

/** While this many queries and mutations of a socket run, no further message is read. */
const MAX_RUNNING = 32;

/** Close codes for errors that belong to no operation. */
const closeCodes: Readonly<Partial<Record<ErrorCode, number>>> = {
  Unavailable: TRY_AGAIN,
  RateLimited: TRY_AGAIN,
  LimitExceeded: CloseCode.BadRequest,
  BadRequest: CloseCode.BadRequest,
};

/** Milliseconds until a closed socket is destroyed, if the client does not answer. */
const CLOSE_MS = 2_000;

/** Maximum bytes of a close reason. https://www.rfc-editor.org/rfc/rfc6455#section-5.5 */
const MAX_REASON = 123;

/** State of one socket. */
interface Client {
  readonly socket: WebSocket;
  readonly sender: MessageSender;
  readonly raw: Socket;
  readonly received: FastifyRequest;
  identity: Identity;
  expiry: NodeJS.Timeout | undefined;
  /** Time of the last frame from the client. */
  heardAt: number;
  /** For metrics; set if the service closes the socket. */
  closeReason: string | undefined;
  /** Queries and mutations that run. */
  running: number;
  /** Bytes that have left the process, and the time of the last progress. */
  sent: number;
  sentAt: number;
  /** Live queries. */
  readonly events: Set<Results>;
  /** JSON of responses by the number in their placeholder. */
  readonly responses: Map<number, string>;
}

interface LiveOperation {
  readonly events: Results;
  readonly client: Client;
}

/** Accepts WebSockets of the protocol of graphql-ws. */
export class WebSockets {
  readonly #context: ApiContext;
  readonly #run: RunOperation;
  readonly #server: WebSocketServer;
  readonly #protocol: ReturnType<typeof makeServer<Record<string, unknown> | undefined, Client>>;
  readonly #clients = new Set<Client>();
  /** Name of the only member of a placeholder, which stands for a response in a message of the library. */
  readonly #placeholder = randomUUID();
  readonly #timer: NodeJS.Timeout;
  #lastResponse = 0;

  constructor(context: ApiContext, run: RunOperation) {
    this.#context = context;
    this.#run = run;
    const { limits, live } = context.application.config.runtime;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.bodyBytes,
      perMessageDeflate: false,
      // The library needs time to complete an operation before the next message, which may reuse its id.
      allowSynchronousEvents: false,
      handleProtocols: (protocols) => handleProtocols(protocols),
    });
    this.#server.on('wsClientError', rejectHandshake);
    this.#protocol = this.#createProtocol();
    this.#timer = setInterval(() => this.#checkClients(), Math.min(PING_INTERVAL_MS, live.maxStalled / 2)).unref();
    context.shutdown.streams.addEventListener('abort', () => this.#close());
  }

  /**
   * Completes the handshake of a request that has passed all hooks.
   * @throws ApiError Unavailable for too many sockets; BadRequest for an invalid handshake
   */
  accept(request: FastifyRequest, reply: FastifyReply): void {
    const { config, observers } = this.#context.application;
    const max = config.runtime.live.maxTotal;
    if (this.#clients.size >= max) {
      const details = { limit: 'live.max-total', max };
      throwApiError('Unavailable', 'The service has the maximum number of WebSockets. Try again later.', details);
    }
    const { socket: raw, head, detach } = upgradeOf(request);
    this.#server.handleUpgrade(request.raw, raw, head, (socket) => {
      detach();
      reply.hijack();
      this.#open(socket, raw, request, observeLive(request, reply, { status: SWITCHING_PROTOCOLS, observers }));
    });
  }

  #open(socket: WebSocket, raw: Socket, received: FastifyRequest, observeEnd: () => void): void {
    const client: Client = {
      socket,
      sender: new MessageSender(socket),
      raw,
      received,
      identity: received.identity,
      expiry: undefined,
      heardAt: performance.now(),
      closeReason: undefined,
      running: 0,
      sent: 0,
      sentAt: performance.now(),
      events: new Set(),
      responses: new Map(),
    };
    this.#clients.add(client);
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => this.#send(client, text),
        close: (code = CloseCode.InternalServerError, reason = '') => this.#end(client, code, reason),
        onMessage: (receive) =>
          socket.on('message', (data, isBinary) => {
            if (isBinary) this.#end(client, CloseCode.BadRequest, 'Binary messages are not supported');
            else void this.#receive(client, String(data), receive);
          }),
      },
      client,
    );
    for (const event of ['message', 'ping', 'pong']) {
      socket.on(event, () => {
        client.heardAt = performance.now();
      });
    }
    const { observe } = this.#context.application.observers;
    observe({ kind: 'socketOpened' });
    const revoke = (): void => this.#end(client, CloseCode.Forbidden, 'Revoked');
    const remove = this.#context.connections.add({ identity: () => client.identity, revoke });
    // "close" follows. `ws` has sent the code, such as 1009 for a message that is too large.
    socket.on('error', () => {
      client.closeReason ??= 'invalid';
    });
    socket.on('close', (code, reason) => {
      observe({ kind: 'socketClosed', reason: client.closeReason ?? (code === LOST ? 'lost' : 'client') });
      received.identity = client.identity;
      observeEnd();
      clearTimeout(client.expiry);
      remove();
      this.#clients.delete(client);
      for (const events of client.events) void events.return(undefined);
      closed(code, String(reason)).catch((error) => this.#report(client, error));
    });
    if (this.#context.shutdown.streams.aborted) this.#end(client, RESTART, 'Service restart');
  }

  async #receive(client: Client, text: string, receive: (text: string) => Promise<void>): Promise<void> {
    this.#throttle(client);
    try {
      checkJsonLimits(text, 'The message', this.#context.application.config.runtime.limits);
      await receive(text);
    } catch (error) {
      if (error instanceof ApiError) {
        this.#end(client, closeCodes[error.code] ?? CloseCode.Forbidden, error.message);
        return;
      }
      if (isServerMessage(text)) {
        this.#end(client, CloseCode.BadRequest, 'Unexpected message');
        return;
      }
      this.#report(client, error);
      this.#end(client, CloseCode.InternalServerError, 'Internal error');
    }
  }

  /** Reads no further messages while many operations run, or while the client does not read their results. */
  #throttle(client: Client): void {
    const { socket, sender } = client;
    const unsent = Math.max(sender.unsent, socket.bufferedAmount);
    const mayRead = unsent <= MAX_UNSENT_BYTES && client.running < MAX_RUNNING;
    if (mayRead === !socket.isPaused) return;
    if (mayRead) socket.resume();
    else socket.pause();
  }

  /** Resolves when the operating system has the message, so that a slow reader slows down its results. */
  async #send(client: Client, message: string): Promise<void> {
    const opening = `{"${this.#placeholder}":`;
    const start = message.lastIndexOf(opening);
    let text = message;
    if (start >= 0) {
      const end = message.indexOf('}', start);
      const id = Number(message.slice(start + opening.length, end));
      text = `${message.slice(0, start)}${client.responses.get(id)}${message.slice(end + 1)}`;
      client.responses.delete(id);
    }
    if (client.socket.readyState !== client.socket.OPEN) return;
    const onSent = client.received.server.addUnsentMessage(client.raw, text.length);
    await client.sender.send(text);
    onSent();
    this.#throttle(client);
  }

  #createProtocol() {
    const { application } = this.#context;
    return makeServer<Record<string, unknown> | undefined, Client>({
      jsonMessageReviver: reviveExact as (key: string, value: unknown) => unknown,
      onConnect: ({ extra: client, connectionParams }) => this.#authenticate(client, connectionParams),
      onSubscribe: async ({ extra: client }, _id, payload) => {
        const received = receivedAs(client);
        try {
          await this.#admit(client, received);
          const operation = await this.#start(client, received, payload);
          if ('events' in operation) return this.#argsOf(SUBSCRIPTION, { events: operation.events, client });
          const { text, isRejected } = await operation.result;
          return isRejected ? toGraphqlErrors(text) : this.#argsOf(QUERY, text);
        } catch (error) {
          return toGraphqlErrors(rejectOperation(error, received, application));
        }
      },
      execute: (args) => toExecuted(args.contextValue as string) as never,
      subscribe: (args) => {
        const { events, client } = args.contextValue as LiveOperation;
        client.events.add(events);
        return mapResults(events, toExecuted, () => client.events.delete(events)) as never;
      },
      onError: (_context, _id, _payload, errors) => errors.map(formattedOf),
      onNext: ({ extra: client }, _id, _payload, _args, { extensions }) => {
        this.#lastResponse += 1;
        client.responses.set(this.#lastResponse, String(extensions?.text));
        return { [this.#placeholder]: this.#lastResponse } as never;
      },
    });
  }

  /**
   * Counts an operation toward the rate limits.
   * @throws ApiError RateLimited
   */
  async #admit(client: Client, received: ReceivedRequest): Promise<void> {
    client.running += 1;
    try {
      const refusal = await this.#context.rateLimiter?.admitOperation(received);
      if (refusal !== undefined) throw refusal;
    } finally {
      client.running -= 1;
      this.#throttle(client);
    }
  }

  readonly #argsOf = (document: ExecutionArgs['document'], contextValue: unknown): ExecutionArgs => ({
    schema: this.#context.application.schema,
    document,
    contextValue,
  });

  async #start(client: Client, received: ReceivedRequest, payload: SubscribePayload): ReturnType<RunOperation> {
    const { pendingResponses } = this.#context;
    const operation = await this.#run({
      request: readParameters({ ...payload }, '{"query": "{ __typename }"}'),
      identity: client.identity,
      received,
      allowMutations: true,
      isCrossSite: false,
      runWithLimits: (isChange, execute) => pendingResponses.wait(client.raw, isChange, execute),
    });
    if ('result' in operation) {
      client.running += 1;
      const end = (): void => {
        client.running -= 1;
        this.#throttle(client);
      };
      operation.result.then(end, end);
    }
    return operation;
  }

  /** @throws ApiError like the identity reader */
  async #authenticate(client: Client, parameters: Record<string, unknown> | undefined): Promise<boolean> {
    const headers = headersIn(parameters);
    if (Object.keys(headers).length > 0) {
      const { raw } = client.received;
      const rawHeaders = Object.entries(headers).flat();
      const merged = { headers: { ...raw.headers, ...headers }, rawHeaders, socket: raw.socket } as IncomingMessage;
      client.identity = await this.#context.identities.read(merged);
    }
    if (client.socket.readyState === client.socket.OPEN) {
      const onExpiry = (): void => this.#end(client, CloseCode.Forbidden, 'Token expired');
      client.expiry = runAtExpiry(client.identity, this.#context.application.config.runtime, onExpiry);
    }
    return true;
  }

  /** Disconnects clients that read nothing of their results, or that answer no ping. */
  #checkClients(): void {
    const { maxStalled } = this.#context.application.config.runtime.live;
    const now = performance.now();
    for (const client of this.#clients) {
      const { socket, raw } = client;
      const sent = raw.bytesWritten - raw.writableLength;
      if (sent !== client.sent || raw.writableLength === 0) {
        client.sent = sent;
        client.sentAt = now;
      }
      if (socket.isPaused || raw.writableLength > 0) client.heardAt = now;
      if (now - client.sentAt >= maxStalled) this.#end(client, TRY_AGAIN, 'The client reads too slowly');
      else if (now - client.heardAt >= maxStalled) socket.terminate();
      else if (raw.writableLength === 0) socket.ping();
    }
  }

  #end(client: Client, code: number, reason: string): void {
    const { socket } = client;
    client.closeReason ??= String(code);
    socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON).toString('utf8').replaceAll('\uFFFD', ''));
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  }

  #close(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients) this.#end(client, RESTART, 'Service restart');
  }

  #report({ received }: Client, error: unknown): void {
    observeInternalError(error, received, this.#context.application.observers.observe);
  }
}

const SERVER_MESSAGES: readonly unknown[] = ['connection_ack', 'next', 'error'];

/** The library throws an error for messages that only servers send. */
const isServerMessage = (text: string): boolean => SERVER_MESSAGES.includes((JSON.parse(text) as Message).type);

/** The library only reads the kind of the operation. */
const documentOf = (operation: 'query' | 'subscription'): ExecutionArgs['document'] =>
  ({
    kind: 'Document',
    definitions: [{ kind: 'OperationDefinition', operation, selectionSet: { kind: 'SelectionSet', selections: [] } }],
  }) as unknown as ExecutionArgs['document'];
const QUERY = documentOf('query');
const SUBSCRIPTION = documentOf('subscription');

/** Returns the request of an operation, for observers: the upgrade request with the identity of `connection_init`. */
const receivedAs = ({ received, identity }: Client): ReceivedRequest => ({
  method: received.method,
  url: received.url,
  id: received.id,
  ip: received.ip,
  ...(received.clientAddress !== undefined && { clientAddress: received.clientAddress }),
  headers: received.headers,
  identity,
});

/** Carries the JSON of a response through the library. */
const toExecuted = (text: string) => ({ extensions: { text } });
