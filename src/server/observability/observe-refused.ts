import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';

/** Observes that a client is refused. One that has hung up is told nothing, and often it is the hang-up that the refusal is about. */
export function observeRefused(refusal: Refusal, request: FastifyRequest, { observe }: Observers): void {
  if (!request.socket.destroyed) observe({ kind: 'refused', refusal, request });
}
