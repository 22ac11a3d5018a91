import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes the request of an upgrade, so that all hooks run. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  }
}

interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly response: ServerResponse;
}

const upgrades = new WeakMap<IncomingMessage, Upgrade>();

export const isUpgrade = ({ raw }: FastifyRequest): boolean => upgrades.has(raw);

/** Returns the upgrade of a request. `detach` separates the socket from the HTTP response, which is not sent. */
export function upgradeOf({ raw }: FastifyRequest) {
  const upgrade = upgrades.get(raw);
  invariant(upgrade?.socket instanceof Socket, 'the request is an upgrade');
  const { socket, head, response } = upgrade;
  const detach = (): void => {
    upgrades.delete(raw);
    response.detachSocket(socket);
    socket.setTimeout(0);
  };
  return { socket, head, detach };
}

export const SWITCHING_PROTOCOLS = 101;

const UPGRADE_REQUIRED = 426;
const VERSION = '13';

/** Throws the error of a handshake that the library rejects. https://www.rfc-editor.org/rfc/rfc6455#section-4.2.2 */
export function rejectHandshake({ message }: Error, _socket: Duplex, { headers }: IncomingMessage): never {
  if (headers['sec-websocket-version'] === VERSION) throwApiError('BadRequest', `${message}.`);
  const text = `Unsupported version of the WebSocket protocol. Use version ${VERSION}.`;
  throw new ApiError('BadRequest', text, { status: UPGRADE_REQUIRED, details: { webSocketVersion: VERSION } });
}

/** Lets Fastify route upgrade requests. Node emits `upgrade` only for WebSockets: see `shouldUpgradeCallback`. */
export function addUpgrades(server: FastifyInstance): void {
  server.decorate('upgrade', (request, socket, head) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    upgrades.set(request, { socket, head, response });
    if (socket instanceof Socket) response.assignSocket(socket);
    // The HTTP server no longer handles errors of the socket.
    socket.on('error', () => socket.destroy());
    response.on('finish', () => {
      if (upgrades.has(request)) socket.end();
    });
    server.routing(request, response);
  });
  server.server.on('upgrade', (request, socket, head) => server.upgrade(request, socket, head));
}
