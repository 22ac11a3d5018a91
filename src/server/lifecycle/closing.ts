import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Begins the end of a service: for a moment, requests that still come are refused on connections that end with their answers, so that
     * clients and whoever sends them here go elsewhere. To be followed by `close`.
     */
    drain(): Promise<void>;
  }
}

/** Milliseconds without a request after which all who asked before are taken to know that the service ends. */
const SILENCE_MS = 1_000;

/** Milliseconds in which a client that was told to close its connection has opened another one. */
const RECONNECTING_MS = 250;

/** Milliseconds between looks whether the server still listens: it tells nobody when it stops. */
const LISTENING_MS = 10;

/** The end of a service. Once it has begun, new requests are refused, and each answer ends its connection. */
export class Closing {
  #hasBegun = false;
  #lastRequest = 0;
  #held: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
  }

  /** What a request is told that comes now, once it may be told. */
  async refuse(): Promise<Refusal> {
    this.#lastRequest = performance.now();
    await this.#held;
    return new Refusal('Unavailable', 'The service is shutting down: try again soon.');
  }

  /** Settles when no request has come for a second from now on, after these milliseconds at the latest. */
  async untilSilent(maxMs: number): Promise<void> {
    const start = performance.now();
    for (let left = Math.min(SILENCE_MS, maxMs); left > 0; ) {
      await setTimeout(left);
      const silence = SILENCE_MS + Math.max(start, this.#lastRequest);
      left = Math.min(silence, start + maxMs) - performance.now();
    }
  }

  /**
   * Refuses nobody until the server has stopped listening. Otherwise clients who are refused would connect again at that moment, and the
   * kernel resets connections that it has not handed over yet. Settles when all who were refused before are back.
   */
  async hold({ server }: FastifyInstance): Promise<void> {
    const reconnected = setTimeout(RECONNECTING_MS);
    this.#held = reconnected.then(async () => {
      while (server.listening) await setTimeout(LISTENING_MS);
    });
    await reconnected;
  }
}

/** Makes a server end in order. @param maxMs of the moment in which requests are refused */
export function addDrain(server: FastifyInstance, closing: Closing, maxMs: number): void {
  server.decorate('drain', async () => {
    closing.begin();
    await closing.untilSilent(maxMs);
    await closing.hold(server);
  });
  // Connections that have brought a request end with its answer; those that have brought nothing would keep the service from ending.
  const endUnused = async (): Promise<void> => {
    await setTimeout(SILENCE_MS, undefined, { ref: false });
    server.connections.endUnused();
  };
  server.addHook('preClose', (done) => {
    void endUnused();
    done();
  });
}
