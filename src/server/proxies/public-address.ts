import type { IncomingHttpHeaders } from 'node:http';
import { type Hop, readForwarded, readXForwarded } from './read-hops.ts';
import type { Trust } from './trust.ts';

/** Where the client believes that the service is. */
export interface PublicAddress {
  /** `https://shop.example.com`; absent where it is not certain, and links have to do without. */
  readonly origin?: string;
  /** Path that proxies took away: `` or `/shop`. */
  readonly prefix: string;
}

/** What is known of a request, as Node's has it. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A name or an address with a port or none; nothing else may stand in a link. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const PREFIX = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** What the client asked, as the proxies on the way say it, as far as they are believed; else what the request says itself. */
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
 * What the proxy says that is nearest to the client, of those in an unbroken row of believed ones that ends at us; what it
 * leaves out is taken from the next one.
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

/** A proxy that writes one kind of header lets the other one of the client through: then nobody knows which is true. */
const contradict = (forwarded: Hop, others: Hop): boolean =>
  (['proto', 'host'] as const).some(
    (part) =>
      forwarded[part] !== undefined &&
      others[part] !== undefined &&
      forwarded[part].toLowerCase() !== others[part].toLowerCase(),
  );

/** The port is said apart by some; one that the scheme implies is left out. */
function withPort({ host, port }: Hop, proto: string): string | undefined {
  const isWhole = host === undefined || /:\d+$/.test(host) || port === undefined || port === DEFAULT_PORTS[proto];
  return isWhole ? host : `${host}:${port}`;
}
