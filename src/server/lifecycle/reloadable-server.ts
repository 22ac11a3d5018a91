import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Application } from '../../app/application.ts';

export interface ReloadableService {
  readonly application: Application;
  readonly server: FastifyInstance;
}

/** Milliseconds between checks for pending requests. */
const CHECK_MS = 50;

/**
 * Passes the requests of a listening server to the current service, which a reload replaces. Requests that have begun
 * finish on the previous service. Connections and their limits always belong to the first server.
 */
export class ReloadableServer {
  readonly #first: ReloadableService;
  readonly #pending = new Map<ReloadableService, number>();
  readonly #closing = new Set<Promise<void>>();
  #current: ReloadableService;
  /** True while requests are counted. Counting takes a microsecond per request. */
  #isCounting = false;

  /** @param isReloaded true if reloads are likely, so that requests are counted from the start */
  constructor(first: ReloadableService, isReloaded: boolean) {
    this.#first = first;
    this.#current = first;
    if (isReloaded) this.#count();
  }

  get current(): ReloadableService {
    return this.#current;
  }

  /** Passes new requests to `next`, which must be ready. Closes the previous service after its requests. */
  replace(next: ReloadableService): void {
    const previous = this.#current;
    const isCounted = this.#isCounting;
    if (!isCounted) this.#count();
    this.#current = next;
    // Clients reconnect, and reach the next service.
    previous.server.shutdown.endStreams();
    const closing = this.#closeWhenIdle(previous, isCounted).finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Rejects requests for a while, like `drain` of `FastifyInstance`. */
  drain(): Promise<void> {
    return this.#current.server.drain(() => this.#first.server.server.listening);
  }

  async close(): Promise<void> {
    this.#current.server.shutdown.begin();
    await this.#first.server.close();
    await this.#current.server.close();
    await Promise.all(this.#closing);
  }

  /** Counts requests, and passes them to the current service. The first server still handles all other events. */
  #count(): void {
    this.#isCounting = true;
    const { server } = this.#first.server;
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const target = this.#current;
      this.#add(target, 1);
      response.once('close', () => this.#add(target, -1));
      target.server.routing(request, response);
    });
    server.removeAllListeners('upgrade');
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#current.server.upgrade(request, socket, head);
    });
  }

  #add(service: ReloadableService, change: number): void {
    this.#pending.set(service, (this.#pending.get(service) ?? 0) + change);
  }

  /** If requests were not counted, waits as long as a request may take. */
  async #closeWhenIdle(service: ReloadableService, isCounted: boolean): Promise<void> {
    const { limits } = service.application.config.runtime;
    const deadline = performance.now() + limits.requestTimeoutMs;
    const isListening = (): boolean => this.#first.server.server.listening;
    if (isCounted) while ((this.#pending.get(service) ?? 0) > 0) await sleep(CHECK_MS);
    else while (isListening() && performance.now() < deadline) await sleep(CHECK_MS);
    this.#pending.delete(service);
    // The first server keeps listening for the later services.
    if (service === this.#first) await service.application.close();
    else await service.server.close();
  }
}
