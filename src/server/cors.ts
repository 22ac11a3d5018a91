import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cors } from '../config/config.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Lets scripts of other origins ask and read all answers, refusals too; they may send any header. Without configured origins nothing is
 * added.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function addCors(server: FastifyInstance, { origins, credentials, exposedHeaders, maxAge }: Cors): void {
  if (origins.length === 0) return;
  const isAllowed = allowedBy(origins);
  const common: FastifyCorsOptions = {
    origin: origins.includes('*') ? '*' : (origin, done) => done(null, isAllowed(origin)),
    credentials,
    methods: METHODS,
    exposedHeaders: [...exposedHeaders],
    maxAge,
  };
  // Without this header OPTIONS is no preflight: it asks which methods a path offers, and routes answer that.
  const isPreflight = ({ headers }: FastifyRequest): boolean => headers['access-control-request-method'] !== undefined;
  server.register(fastifyCors, {
    delegator: (request, done) => done(null, { ...common, preflight: isPreflight(request), strictPreflight: false }),
  });
}

/** Whether an origin is one of these. In `https://*.example.com`, `*.` stands for one label or more. */
function allowedBy(origins: readonly string[]): (origin: string | undefined) => boolean {
  const exact = new Set(origins);
  const below = origins
    .filter((origin) => origin.includes('*.'))
    .map((origin) => origin.split('*') as [string, string]);
  return (origin) =>
    origin !== undefined &&
    (exact.has(origin) || below.some(([scheme, domain]) => origin.startsWith(scheme) && origin.endsWith(domain)));
}
