import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly shutdown: Shutdown;
    /**
     * Starts shutdown: rejects new requests for a while, so that clients and load balancers choose another server. Call
     * `close` afterward.
     * @param isListening returns false once no further connection can arrive; defaults to the state of the server
     */
    drain(isListening?: () => boolean): Promise<void>;
  }
}

/** Milliseconds without a request after which clients are assumed to know of the shutdown. */
const QUIET_PERIOD_MS = 1_000;

/** Milliseconds within which a client reconnects. */
const RECONNECT_MS = 250;

/** Milliseconds between checks whether the server listens. No event reports the end of listening. */
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

  /** Aborted when connections that have no single response must end, such as WebSockets. */
  get streams(): AbortSignal {
    return this.#streams.signal;
  }

  endStreams(): void {
    this.#streams.abort();
  }

  /** Ends connections after their next response, and still accepts requests: another process accepts connections. */
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
   * Delays errors until the server stops listening. Otherwise clients would reconnect at that moment, and the kernel
   * would reset those connections. Resolves once previously rejected clients have reconnected.
   */
  async holdRequests(isListening: () => boolean): Promise<void> {
    const reconnected = setTimeout(RECONNECT_MS);
    this.#holding = reconnected.then(async () => {
      while (isListening()) await setTimeout(LISTEN_CHECK_MS);
    });
    await reconnected;
  }
}

/** @param maxMs limit of the period in which requests are rejected */
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
