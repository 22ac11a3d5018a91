import Fastify from 'fastify';
import mercurius from 'mercurius';
import { makeLoaders } from './mercurius-loaders.ts';
import { resolvers } from './mercurius-resolvers.ts';
import { schema } from './mercurius-schema.ts';
import { pool } from './prepare.ts';

// What a careful person writes by hand: resolvers with prepared statements, DataLoader for what rows refer to, documents
// compiled at their first use, nothing served beside GraphQL.
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
