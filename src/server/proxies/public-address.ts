import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { parse } from 'forwarded-parse';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../base/errors.ts';
import { hostOf, LOOPBACK_HOSTS, matchHosts } from '../../base/host-names.ts';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import { isHealthPath } from '../lifecycle/health.ts';

/** The address at which the client reaches the service. */
export interface PublicAddress {
  /** `https://shop.example.com`; absent if uncertain, so that links have no origin. */
  readonly origin?: string;
  /** Path prefix that proxies removed: empty, or `/shop`. */
  readonly prefix: string;
}

export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Path at which a server such as Express has mounted the service. `url` does not contain it. */
  readonly baseUrl?: string;
}

/** A name or an IP address, optionally with a port. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const PREFIX = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Uses the headers of trusted proxies. Without such headers, uses the request itself. */
export function findPublicAddress({ headers, socket, baseUrl }: RawRequest, isTrustedProxy: TrustCheck): PublicAddress {
  const isTrusted = isTrustedProxy(socket.remoteAddress);
  const forwarded = isTrusted ? mergeTrusted(readForwarded(headers), isTrustedProxy) : {};
  const xForwarded = isTrusted ? mergeTrusted(readXForwarded(headers), isTrustedProxy) : {};
  const merged = { ...xForwarded, ...forwarded };
  const proto = merged.proto?.toLowerCase() ?? ('encrypted' in socket ? 'https' : 'http');
  const host = forwarded.host ?? withPort(xForwarded, proto) ?? headers.host;
  const prefix = [merged.prefix, baseUrl].filter((part) => part !== undefined && PREFIX.test(part)).join('');
  const isCertain =
    !areContradictory(forwarded, xForwarded) &&
    Object.hasOwn(DEFAULT_PORTS, proto) &&
    host !== undefined &&
    HOST.test(host);
  return { ...(isCertain && { origin: `${proto}://${host}` }), prefix };
}

/**
 * Returns the address of the nearest hop that is not a trusted proxy. If `Forwarded` and `X-Forwarded-For` differ, one
 * of them may come from the client, so the result is the address of the proxy. Never writes IPv4 addresses as IPv6.
 */
export function findClientAddress({ headers, socket }: RawRequest, isTrustedProxy: TrustCheck): string | undefined {
  const peer = withoutMapping(socket.remoteAddress);
  if (peer === undefined || !isTrustedProxy(peer)) return peer;
  const chains = [readForwarded(headers).map((hop) => hop.for), listOf(headers['x-forwarded-for'])]
    .filter((hops) => hops.some((hop) => hop !== undefined))
    .map((hops) => nearestClient(peer, hops, isTrustedProxy));
  const [first = peer, second = first] = chains;
  return first === second ? first : peer;
}

function nearestClient(peer: string, hops: readonly (string | undefined)[], isTrustedProxy: TrustCheck): string {
  let client = peer;
  for (const hop of hops.toReversed()) {
    const address = withoutMapping(addressIn(hop));
    // The hop is `unknown`, or a name that the proxy chose. All such clients of the proxy count as one.
    if (address === undefined || isIP(address) === 0) break;
    client = address;
    if (!isTrustedProxy(address)) break;
  }
  return client;
}

/** Converts an IPv4-mapped address: `::ffff:192.0.2.1` → `192.0.2.1`. */
const withoutMapping = (address: string | undefined): string | undefined => address?.replace(/^::ffff:(?=\d+\.)/i, '');

/** Merges the hops up to the first untrusted address. The hop nearest to the client takes precedence. */
function mergeTrusted(hops: readonly ProxyHop[], isTrustedProxy: TrustCheck): ProxyHop {
  let merged: ProxyHop = {};
  for (const hop of hops.toReversed()) {
    merged = { ...merged, ...hop };
    if (!isTrustedProxy(addressIn(hop.for))) break;
  }
  return merged;
}

/** Returns the address without its port: `192.0.2.43:47011` → `192.0.2.43`, `[2001:db8::1]:4711` → `2001:db8::1`. */
function addressIn(node: string | undefined): string | undefined {
  // `X-Forwarded-For` has IPv6 addresses without brackets.
  if (node !== undefined && isIP(node) !== 0) return node;
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::.*)?$/.exec(node ?? '') ?? [];
  return bracketed ?? plain ?? node;
}

/**
 * Returns true if the headers differ. A proxy that sets `Forwarded` may pass `X-Forwarded-*` from the client, or vice
 * versa.
 */
const areContradictory = (forwarded: ProxyHop, xForwarded: ProxyHop): boolean =>
  (['proto', 'host'] as const).some(
    (part) =>
      forwarded[part] !== undefined &&
      xForwarded[part] !== undefined &&
      forwarded[part].toLowerCase() !== xForwarded[part].toLowerCase(),
  );

/** Adds a port that the proxy sent in a separate header. Omits the default port. */
function withPort({ host, port }: ProxyHop, proto: string): string | undefined {
  const isComplete = host === undefined || /:\d+$/.test(host) || port === undefined || port === DEFAULT_PORTS[proto];
  return isComplete ? host : `${host}:${port}`;
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly publicAddress: PublicAddress;
    /** Undefined if the connection has ended. */
    readonly clientAddress: string | undefined;
  }
}

/**
 * In production, if proxies are configured, requests from other machines must come through a trusted proxy. Health
 * checks are exempt.
 */
export function addProxies(server: FastifyInstance, { mode, trustedProxies }: Runtime): void {
  const isTrustedProxy = createTrust(trustedProxies);
  server.decorateRequest('publicAddress', {
    getter() {
      return findPublicAddress(this.raw, isTrustedProxy);
    },
  });
  server.decorateRequest('clientAddress', {
    getter() {
      return findClientAddress(this.raw, isTrustedProxy);
    },
  });
  if (mode !== 'production' || trustedProxies.length === 0) return;
  const isAllowedSender = createTrust(['loopback', ...trustedProxies]);
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    const { remoteAddress } = raw.socket;
    done(
      isAllowedSender(remoteAddress) || isHealthPath(splitUrl(raw.url).path)
        ? undefined
        : directRequestError(remoteAddress),
    );
  });
}

/**
 * Rejects requests for unknown hosts, against DNS rebinding. A web page can point its own name at this machine. The
 * browser then treats the service as the page's own origin. In development that means full access, because callers
 * choose their role.
 */
export function addAllowedHosts(server: FastifyInstance, { mode, host: listening, allowedHosts }: Runtime): void {
  if (allowedHosts.includes('*') || (mode === 'production' && allowedHosts.length === 0)) return;
  const isAllowed = createHostCheck([...allowedHosts, listening]);
  server.addHook('onRequest', ({ publicAddress: { origin }, raw: { headers, socket } }, _reply, done) => {
    // A page at a rebound name can set any header but `Host`.
    const forwarded = origin?.replace(/^\w+:\/\//, '');
    if (!isAllowed(headers.host, socket)) done(unknownHostError(headers.host));
    else done(isAllowed(forwarded, socket) ? undefined : unknownHostError(forwarded));
  });
}

/** Accepts local hosts, the given hosts, and the connection's local address. */
export function createHostCheck(
  hosts: readonly string[],
): (header: string | undefined, socket: Pick<Socket, 'localAddress'>) => boolean {
  const isListed = matchHosts([...LOOPBACK_HOSTS, ...hosts]);
  return (header, { localAddress }) => {
    const host = header === undefined ? undefined : hostOf(header);
    // DNS rebinding needs a name, so an address is safe.
    return host !== undefined && (isListed(host) || host === withoutMapping(localAddress));
  };
}

function unknownHostError(header = ''): ApiError {
  const message = `Unknown host "${header.slice(0, 100)}". To allow it, add it to "runtime.host.allowed-hosts".`;
  return new ApiError('Forbidden', message);
}

function directRequestError(address = 'an unknown address'): ApiError {
  const message = `Only trusted proxies may send requests, and ${address} is not in "runtime.host.trusted-proxies".`;
  return new ApiError('Forbidden', message, { details: { address } });
}

/** Values from one proxy, not validated. */
interface ProxyHop {
  readonly for?: string;
  readonly proto?: string;
  readonly host?: string;
  readonly port?: string;
  /** Path prefix that the proxy removed. */
  readonly prefix?: string;
}

/** Returns the hops, nearest proxy last; empty if invalid. https://www.rfc-editor.org/rfc/rfc7239 */
function readForwarded({ forwarded }: IncomingHttpHeaders): readonly ProxyHop[] {
  if (forwarded === undefined) return [];
  try {
    return parse(forwarded);
  } catch {
    return [];
  }
}

/**
 * Returns the hops, nearest proxy last. Proxies far from the service may omit a header, so the lists are aligned at the
 * end.
 */
function readXForwarded(headers: IncomingHttpHeaders): readonly ProxyHop[] {
  const lists = Object.entries(HEADERS).map(([part, name]) => [part, listOf(headers[name])] as const);
  const length = Math.max(...lists.map(([, list]) => list.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(
      lists.flatMap(([part, list]) => {
        const value = list[list.length - length + index];
        return value === undefined ? [] : [[part, value]];
      }),
    ),
  );
}

const HEADERS: Readonly<Record<keyof ProxyHop, string>> = {
  for: 'x-forwarded-for',
  proto: 'x-forwarded-proto',
  host: 'x-forwarded-host',
  port: 'x-forwarded-port',
  prefix: 'x-forwarded-prefix',
};

const listOf = (header: string | readonly string[] | undefined): readonly string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((value) => value.trim());

/** Returns true for the address of a trusted proxy. The address is undefined if the connection has ended. */
type TrustCheck = (address: string | undefined) => boolean;

const MAX_CACHED = 1000;

/** @param ranges addresses, subnets, and names of ranges */
export function createTrust(ranges: readonly string[]): TrustCheck {
  const isWithin = compile([...ranges]);
  const cache = new LRUCache<string, boolean>({ max: MAX_CACHED });
  return (address) => {
    if (address === undefined) return false;
    const cached = cache.get(address);
    if (cached !== undefined) return cached;
    const trusted = isWithin(address, 0);
    cache.set(address, trusted);
    return trusted;
  };
}
