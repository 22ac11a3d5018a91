import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { parse } from 'forwarded-parse';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../base/errors.ts';
import { hostOf, LOOPBACK_HOSTS, matchHosts } from '../../base/host-names.ts';
import type { Runtime } from '../../config/config.ts';
import { splitUrl } from '../http/split-url.ts';
import { isHealthPath } from '../lifecycle/health.ts';

/** The address at which the client asks the service. */
export interface PublicAddress {
  /** `https://shop.example.com`; absent where it is not certain: links have no origin then. */
  readonly origin?: string;
  /** The path that proxies took away: empty, or `/shop`. */
  readonly prefix: string;
}

/** The parts of Node's request that are read here. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A name or an address, with or without a port. Nothing else may stand in a link. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const PREFIX = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** The address by the headers of proxies that are believed; without any, by the request itself. */
export function findPublicAddress({ headers, socket }: RawRequest, trusts: Trust): PublicAddress {
  const believed = trusts(socket.remoteAddress);
  const forwarded = believed ? firstBelieved(readForwarded(headers), trusts) : {};
  const others = believed ? firstBelieved(readXForwarded(headers), trusts) : {};
  const said = { ...others, ...forwarded };
  const proto = said.proto?.toLowerCase() ?? ('encrypted' in socket ? 'https' : 'http');
  const host = forwarded.host ?? withPort(others, proto) ?? headers.host;
  const { prefix = '' } = said;
  const isCertain =
    !contradict(forwarded, others) && Object.hasOwn(DEFAULT_PORTS, proto) && host !== undefined && HOST.test(host);
  return { ...(isCertain && { origin: `${proto}://${host}` }), prefix: PREFIX.test(prefix) ? prefix : '' };
}

/**
 * The hop of the proxy nearest to the client, in the unbroken row of believed proxies that ends at us. A part that it leaves out is taken
 * from the next proxy.
 */
function firstBelieved(hops: readonly ProxyHop[], trusts: Trust): ProxyHop {
  let said: ProxyHop = {};
  for (const hop of hops.toReversed()) {
    said = { ...said, ...hop };
    if (!trusts(addressIn(hop.for))) break;
  }
  return said;
}

/** The address in `192.0.2.43:47011`, `"[2001:db8::1]:4711"` or without a port. */
function addressIn(node: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::.*)?$/.exec(node ?? '') ?? [];
  return bracketed ?? plain ?? node;
}

/** Whether `Forwarded` and `X-Forwarded-*` differ. A proxy that writes one kind lets a client's headers of the other kind through. */
const contradict = (forwarded: ProxyHop, others: ProxyHop): boolean =>
  (['proto', 'host'] as const).some(
    (part) =>
      forwarded[part] !== undefined &&
      others[part] !== undefined &&
      forwarded[part].toLowerCase() !== others[part].toLowerCase(),
  );

/** The host with its port. Some proxies send the port in a header of its own; the default port of the scheme is left out. */
function withPort({ host, port }: ProxyHop, proto: string): string | undefined {
  const isWhole = host === undefined || /:\d+$/.test(host) || port === undefined || port === DEFAULT_PORTS[proto];
  return isWhole ? host : `${host}:${port}`;
}

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

/** What a proxy says of a request that it received; every part as it was sent. */
interface ProxyHop {
  /** The address that sent the request to it. */
  readonly for?: string;
  readonly proto?: string;
  readonly host?: string;
  readonly port?: string;
  /** The path that it took away. */
  readonly prefix?: string;
}

/** The hops of `Forwarded`, the nearest proxy last; none where the header cannot be read. https://www.rfc-editor.org/rfc/rfc7239 */
function readForwarded({ forwarded }: IncomingHttpHeaders): readonly ProxyHop[] {
  if (forwarded === undefined) return [];
  try {
    return parse(forwarded);
  } catch {
    return [];
  }
}

/**
 * The hops of `X-Forwarded-*`, the nearest proxy last. Each header is a list of its own, which far proxies may not have filled: so the
 * lists are matched from the end.
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

/** Whether the machine at an address is believed. The address is undefined where the connection has ended. */
type Trust = (address: string | undefined) => boolean;

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
