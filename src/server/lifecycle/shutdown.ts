import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Starts shutdown: refuses new requests for a while and closes their connections, so that clients and load
     * balancers go elsewhere. Call `close` afterward.
     */
    drain(): Promise<void>;
  }
}

/** Milliseconds without a request after which all clients are assumed to know of the shutdown. */
const QUIET_PERIOD_MS = 1_000;

/** Milliseconds within which a client reconnects after its connection was closed. */
const RECONNECT_MS = 250;

/** Milliseconds between checks whether the server still listens; there is no event for that. */
const LISTEN_CHECK_MS = 10;

/** Shutdown of a service. Once it has begun, new requests are refused, and each response ends its connection. */
export class Shutdown {
  #hasBegun = false;
  #lastRequest = 0;
  #holding: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** Returns the refusal of a new request. During `holdRequests`, it resolves only once the server has stopped listening. */
  async rejectRequest(): Promise<ApiError> {
    this.#lastRequest = performance.now();
    await this.#holding;
    return new ApiError('Unavailable', 'The service is shutting down. Try again later.');
  }

  /** Resolves after a second without requests, or after `maxMs`. */
  async waitUntilQuiet(maxMs: number): Promise<void> {
    const start = performance.now();
    for (let left = Math.min(QUIET_PERIOD_MS, maxMs); left > 0; ) {
      await setTimeout(left);
      const silence = QUIET_PERIOD_MS + Math.max(start, this.#lastRequest);
      left = Math.min(silence, start + maxMs) - performance.now();
    }
  }

  /**
   * Delays refusals until the server stops listening. Otherwise refused clients would reconnect at that moment, and the
   * kernel resets connections not yet accepted. Resolves when all clients refused earlier have reconnected.
   */
  async holdRequests({ server }: FastifyInstance): Promise<void> {
    const reconnected = setTimeout(RECONNECT_MS);
    this.#holding = reconnected.then(async () => {
      while (server.listening) await setTimeout(LISTEN_CHECK_MS);
    });
    await reconnected;
  }
}

/** Adds a graceful shutdown to a server. @param maxMs limit of the period in which requests are refused */
export function addDrain(server: FastifyInstance, shutdown: Shutdown, maxMs: number): void {
  server.decorate('drain', async () => {
    shutdown.begin();
    await shutdown.waitUntilQuiet(maxMs);
    await shutdown.holdRequests(server);
  });
  // A response ends its connection during shutdown. Connections that have sent nothing would block it.
  const closeUnused = async (): Promise<void> => {
    await setTimeout(QUIET_PERIOD_MS, undefined, { ref: false });
    server.connections.closeUnused();
  };
  server.addHook('preClose', (done) => {
    void closeUnused();
    done();
  });
}
