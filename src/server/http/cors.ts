import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { throwApiError } from '../../base/errors.ts';
import { isBelow } from '../../base/host-names.ts';
import type { Cors } from '../../config/config.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Allows the configured origins to read all responses, even errors, and to send any header.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function addCors(server: FastifyInstance, { origins, credentials, exposedHeaders, maxAge }: Cors): void {
  if (origins.length === 0) return;
  const isAllowed = matchOrigins(origins);
  const common: FastifyCorsOptions = {
    origin: origins.includes('*') ? '*' : (origin, done) => done(null, origin !== undefined && isAllowed(origin)),
    credentials,
    methods: METHODS,
    exposedHeaders: [...exposedHeaders],
    maxAge,
  };
  // OPTIONS without this header is not a preflight, so the routes respond to it.
  const isPreflight = ({ headers }: FastifyRequest): boolean => headers['access-control-request-method'] !== undefined;
  server.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...common, preflight: isPreflight(request), strictPreflight: false }),
  });
}

/** Returns true for a page of another site that CORS does not allow. */
export type IsCrossSite = (request: FastifyRequest) => boolean;

/**
 * Creates a check for requests that browsers send without a preflight: links, images, and forms. Browsers add
 * `Sec-Fetch-Site` only for HTTPS and loopback, and `Origin` for scripts. https://www.w3.org/TR/fetch-metadata/
 */
export function createCrossSiteCheck({ origins }: Cors): IsCrossSite {
  const isAllowed = matchOrigins(origins);
  return ({ headers, publicAddress }) => {
    const { origin } = headers;
    if (origin !== undefined) return origin !== publicAddress.origin && !isAllowed(origin);
    return headers['sec-fetch-site'] === 'cross-site';
  };
}

export const rejectCrossSite = (name: string): never =>
  throwApiError(
    'Forbidden',
    `Cross-site calls of "${name}" are not allowed, because it may change data. Call it from an origin in "runtime.host.cors.origins".`,
  );

/**
 * Returns a function that checks an origin. A leading `*.` matches one or more labels. Browsers serialize origins, so
 * other strings match only `*`.
 */
export function matchOrigins(patterns: readonly string[]): (origin: string) => boolean {
  if (patterns.includes('*')) return () => true;
  const isPattern = (text: string): boolean => text.includes('://*.');
  const exact = new Set(patterns.filter((text) => !isPattern(text)));
  const below = patterns.filter(isPattern).map((pattern) => {
    const { protocol, hostname, port } = new URL(pattern.replace('://*.', '://'));
    return { protocol, port, suffix: `.${hostname}` };
  });
  return (origin) => {
    if (exact.has(origin)) return true;
    if (below.length === 0) return false;
    const url = URL.parse(origin);
    if (url === null || url.origin !== origin) return false;
    return below.some(
      ({ protocol, port, suffix }) => url.protocol === protocol && url.port === port && isBelow(url.hostname, suffix),
    );
  };
}
