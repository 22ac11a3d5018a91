import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Events of an HTTP server that a Fastify server handles. */
const FORWARDED = ['request', 'connection', 'checkExpectation', 'connect', 'clientError', 'dropRequest'] as const;

/** Milliseconds between checks whether a replaced server still has requests. */
const CHECK_MS = 50;

/**
 * An HTTP server that replaces the Fastify server behind its port. Requests that have begun finish on the old one. For
 * development: HTTP only, without TLS.
 */
export class ReloadableServer {
  readonly #server: Server;
  readonly #pending = new Map<FastifyInstance, number>();
  #current: FastifyInstance;

  /** @param first a server that is ready, and not listening; `options` apply until the end */
  constructor(first: FastifyInstance, options: ServerOptions) {
    this.#current = first;
    this.#server = createServer(options);
    for (const event of FORWARDED) this.#server.on(event, (...values) => this.#forward(event, values));
  }

  /** @returns `http://127.0.0.1:4000` @throws Error if the port is in use */
  async listen(options: { readonly host: string; readonly port: number; readonly backlog: number }): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(options, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const { address, port, family } = this.#server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  /** Sends new requests to another server, and closes the current one when its requests have finished. */
  replace(next: FastifyInstance): void {
    const previous = this.#current;
    this.#current = next;
    void this.#closeWhenIdle(previous);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeIdleConnections();
    await this.#current.close();
    await closed;
  }

  #forward(event: string, values: readonly unknown[]): void {
    const target = this.#current;
    if (event === 'request') {
      this.#count(target, 1);
      const [, response] = values as [unknown, NodeJS.EventEmitter];
      response.once('close', () => this.#count(target, -1));
    }
    const isHandled = target.server.emit(event, ...values);
    if (event === 'clientError' && !isHandled) (values[1] as Socket).destroy();
  }

  #count(server: FastifyInstance, change: number): void {
    this.#pending.set(server, (this.#pending.get(server) ?? 0) + change);
  }

  async #closeWhenIdle(server: FastifyInstance): Promise<void> {
    while ((this.#pending.get(server) ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    this.#pending.delete(server);
    await server.close();
  }
}
