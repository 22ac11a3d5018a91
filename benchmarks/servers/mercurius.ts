import Fastify from 'fastify';
import mercurius from 'mercurius';
import { makeLoaders } from './mercurius-loaders.ts';
import { resolvers } from './mercurius-resolvers.ts';
import { schema } from './mercurius-schema.ts';
import { pool } from './prepare.ts';

// Careful hand-written service: prepared statements, DataLoader for related rows, JIT-compiled documents, GraphQL only.
const server = Fastify();
await server.register(mercurius, {
  schema,
  resolvers,
  jit: 1,
  graphiql: false,
  context: () => ({ loaders: makeLoaders() }),
});
server.addHook('onClose', () => pool.end());
console.log(await server.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => server.close());
