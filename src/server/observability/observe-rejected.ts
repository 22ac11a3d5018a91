import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../base/errors.ts';
import type { Observers } from '../../base/observers.ts';

/** Reports a refusal unless the client has disconnected, which is often the reason for the refusal. */
export function observeRefused(apiError: ApiError, request: FastifyRequest, { observe }: Observers): void {
  if (!request.socket.destroyed) observe({ kind: 'rejected', apiError, request });
}
