import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly shutdown: Shutdown;
    /**
     * Begins the shutdown. Rejects new requests for a while, so that clients and load balancers choose another server.
     * Call `close` afterward.
     * @param isListening returns false once no further connection can arrive; defaults to the state of the server
     */
    drain(isListening?: () => boolean): Promise<void>;
  }
}

/** After this many milliseconds without a request, clients are assumed to know of the shutdown. */
const QUIET_PERIOD_MS = 1_000;

/** Milliseconds that a rejected client needs to reconnect. */
const RECONNECT_MS = 250;

/** Milliseconds between checks whether the server listens. Node has no event for the end of listening. */
const LISTEN_CHECK_MS = 10;

/** During shutdown, new requests are rejected, and each response ends its connection. */
export class Shutdown {
  #hasBegun = false;
  readonly #streams = new AbortController();
  #endsConnections = false;
  #lastRequest = 0;
  #holding: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** True if each response ends its connection. */
  get endsConnections(): boolean {
    return this.#endsConnections;
  }

  begin(): void {
    this.#hasBegun = true;
    this.endConnections();
  }

  /** Aborted when WebSockets and streams of server-sent events must end. */
  get streams(): AbortSignal {
    return this.#streams.signal;
  }

  endStreams(): void {
    this.#streams.abort();
  }

  /** Ends each connection after its next response, but still accepts requests. Clients reconnect to another worker. */
  endConnections(): void {
    this.#endsConnections = true;
    this.endStreams();
  }

  /** During `holdRequests`, resolves after the server has stopped listening. */
  async rejectRequest(): Promise<ApiError> {
    this.#lastRequest = performance.now();
    await this.#holding;
    return new ApiError('Unavailable', 'The service is shutting down. Try again later.');
  }

  /** Resolves after a second without requests, or after `maxMs`. */
  async waitUntilQuiet(maxMs: number): Promise<void> {
    const start = performance.now();
    for (let remaining = Math.min(QUIET_PERIOD_MS, maxMs); remaining > 0; ) {
      await setTimeout(remaining);
      const silence = QUIET_PERIOD_MS + Math.max(start, this.#lastRequest);
      remaining = Math.min(silence, start + maxMs) - performance.now();
    }
  }

  /**
   * Delays errors until the server stops listening. Otherwise, a rejected client could reconnect just before that, and
   * the kernel would reset its connection. Resolves when clients that were rejected earlier have reconnected.
   */
  async holdRequests(isListening: () => boolean): Promise<void> {
    const reconnected = setTimeout(RECONNECT_MS);
    this.#holding = reconnected.then(async () => {
      while (isListening()) await setTimeout(LISTEN_CHECK_MS);
    });
    await reconnected;
  }
}

/** @param maxMs maximum time for which requests are rejected */
export function addDrain(server: FastifyInstance, shutdown: Shutdown, maxMs: number): void {
  server.decorate('shutdown', shutdown);
  server.decorate('drain', async (isListening = () => server.server.listening) => {
    shutdown.begin();
    await shutdown.waitUntilQuiet(maxMs);
    await shutdown.holdRequests(isListening);
  });
  // Connections without requests would block the shutdown.
  const closeUnused = async (): Promise<void> => {
    await setTimeout(QUIET_PERIOD_MS, undefined, { ref: false });
    server.connections.closeUnused();
  };
  server.addHook('preClose', (done) => {
    void closeUnused();
    done();
  });
}
