import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { Runtime } from '../../config/config.ts';
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
 * HTTPS with the client. Only `/health` is open to everybody.
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
    done(mayAsk(remoteAddress) || splitUrl(raw.url).path === '/health' ? undefined : comesDirectly(remoteAddress));
  });
}

function comesDirectly(address = 'an unknown address'): Refusal {
  const message = `This service answers through its proxy alone, and ${address} is none that "runtime.host.trusted-proxies" names.`;
  return new Refusal('Forbidden', message, { details: { address } });
}
