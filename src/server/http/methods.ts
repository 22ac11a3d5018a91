import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors.ts';

/** Responds to `OPTIONS` with `Allow`. Rejects all methods that are not offered. */
export function rejectOtherMethods(server: FastifyInstance, url: string, offered: readonly string[]): void {
  const allow = [...offered, 'OPTIONS'];
  server.options(url, (_request, reply) => reply.code(204).header('allow', allow.join(', ')).send());
  server.route({
    url,
    method: server.supportedMethods.filter((method) => !allow.includes(method)),
    handler: (request) => {
      throw new ApiError(
        'OperationNotOffered',
        `Method ${request.method} is not allowed here. Use ${offered.join(' or ')}.`,
        {
          details: { allow },
        },
      );
    },
  });
}
