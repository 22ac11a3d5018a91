import { compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';

/** Whether the machine at an address is believed. The address is undefined where the connection has ended. */
export type Trust = (address: string | undefined) => boolean;

/** Addresses that are remembered. */
const REMEMBERED = 1000;

/** @param ranges addresses, subnets and names of ranges, as `runtime.host.trusted-proxies` has them */
export function createTrust(ranges: readonly string[]): Trust {
  const isWithin = compile([...ranges]);
  const known = new LRUCache<string, boolean>({ max: REMEMBERED });
  return (address) => {
    if (address === undefined) return false;
    const before = known.get(address);
    if (before !== undefined) return before;
    const trusted = isWithin(address, 0);
    known.set(address, trusted);
    return trusted;
  };
}
