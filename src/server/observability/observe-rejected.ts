import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';

/** Ignores disconnected clients, because the disconnect often causes the error. */
export function observeRejected(apiError: ApiError, request: FastifyRequest, { observe }: Observers): void {
  if (!request.socket.destroyed) observe({ kind: 'rejected', apiError, request });
}
