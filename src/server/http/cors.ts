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
  // Without `Access-Control-Request-Method`, OPTIONS is not a preflight, and the routes respond to it.
  const isPreflight = ({ headers }: FastifyRequest): boolean => headers['access-control-request-method'] !== undefined;
  server.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...common, preflight: isPreflight(request), strictPreflight: false }),
  });
}

/** Returns true if a page of another site sent the request, unless CORS allows that site. */
export type IsCrossSite = (request: FastifyRequest) => boolean;

/**
 * Creates a check for requests that browsers send without a preflight: links, images, and forms. Links and images have
 * no `Origin`, so the check uses `Sec-Fetch-Site`. Browsers send it only over HTTPS and to loopback addresses.
 * https://www.w3.org/TR/fetch-metadata/
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
 * Returns a function that checks an origin. A leading `*.` matches one or more labels. A string that no browser sends,
 * such as `https://a.example/`, matches only the pattern `*`.
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
