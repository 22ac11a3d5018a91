import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { hostOf, LOOPBACK_HOSTS, matchHosts } from '../../base/host-names.ts';
import type { Runtime } from '../../config/config.ts';
import { isHealthPath } from '../health.ts';
import { splitUrl } from '../split-url.ts';
import { findPublicAddress, type PublicAddress } from './public-address.ts';
import { createTrust } from './trust.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address at which the client asks the service; found on first use. */
    readonly publicAddress: PublicAddress;
  }
}

/**
 * Gives every request its public address. In production, requests from other machines have to come through a trusted proxy that speaks
 * HTTPS with the client. Only the paths of health are open to everybody.
 */
export function addProxies(server: FastifyInstance, { mode, trustedProxies }: Runtime): void {
  const trusts = createTrust(trustedProxies);
  server.decorateRequest('publicAddress', {
    getter() {
      return findPublicAddress(this.raw, trusts);
    },
  });
  if (mode !== 'production' || trustedProxies.length === 0) return;
  const mayAsk = createTrust(['loopback', ...trustedProxies]);
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const { remoteAddress } = raw.socket;
    done(mayAsk(remoteAddress) || isHealthPath(splitUrl(raw.url).path) ? undefined : comesDirectly(remoteAddress));
  });
}

/**
 * Refuses requests whose host is neither of this machine nor configured. A web page can point a name of its own at this machine (DNS
 * rebinding); the browser then takes the service for the page's own origin, and neither CORS nor a preflight stands in the way. In development
 * that would be full access, as callers choose their role.
 */
export function addAllowedHosts(server: FastifyInstance, { mode, host: listening, allowedHosts }: Runtime): void {
  if (allowedHosts.includes('*') || (mode === 'production' && allowedHosts.length === 0)) return;
  const isAllowed = createHostCheck([...allowedHosts, listening]);
  server.addHook('onRequest', ({ publicAddress: { origin }, raw: { headers, socket } }, _reply, done) => {
    // Both: a page at a rebound name can write any header but `Host`.
    const forwarded = origin?.replace(/^\w+:\/\//, '');
    if (!isAllowed(headers.host, socket)) done(unknownHost(headers.host));
    else done(isAllowed(forwarded, socket) ? undefined : unknownHost(forwarded));
  });
}

/** Returns a check of a `Host` header: the hosts of this machine, the given ones, and the address at which the connection came in. */
export function createHostCheck(
  hosts: readonly string[],
): (header: string | undefined, socket: Pick<Socket, 'localAddress'>) => boolean {
  const isListed = matchHosts([...LOOPBACK_HOSTS, ...hosts]);
  return (header, { localAddress }) => {
    const host = header === undefined ? undefined : hostOf(header);
    // An address cannot be rebound.
    return host !== undefined && (isListed(host) || host === localAddress?.replace(/^::ffff:(?=\d+\.)/, ''));
  };
}

function unknownHost(header = ''): Refusal {
  const message = `This service does not serve the host "${header.slice(0, 100)}". To serve it, add the name to "runtime.host.allowed-hosts".`;
  return new Refusal('Forbidden', message);
}

function comesDirectly(address = 'an unknown address'): Refusal {
  const message = `This service answers through its proxy alone, and ${address} is none that "runtime.host.trusted-proxies" names.`;
  return new Refusal('Forbidden', message, { details: { address } });
}
