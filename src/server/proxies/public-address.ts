import type { IncomingHttpHeaders } from 'node:http';
import { type Hop, readForwarded, readXForwarded } from './read-hops.ts';
import type { Trust } from './trust.ts';

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
function firstBelieved(hops: readonly Hop[], trusts: Trust): Hop {
  let said: Hop = {};
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
const contradict = (forwarded: Hop, others: Hop): boolean =>
  (['proto', 'host'] as const).some(
    (part) =>
      forwarded[part] !== undefined &&
      others[part] !== undefined &&
      forwarded[part].toLowerCase() !== others[part].toLowerCase(),
  );

/** The host with its port. Some proxies send the port in a header of its own; the default port of the scheme is left out. */
function withPort({ host, port }: Hop, proto: string): string | undefined {
  const isWhole = host === undefined || /:\d+$/.test(host) || port === undefined || port === DEFAULT_PORTS[proto];
  return isWhole ? host : `${host}:${port}`;
}
