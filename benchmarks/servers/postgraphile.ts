import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableCondition } from 'postgraphile/utils';

/** `condition: { fromId: 5 }` is faster to plan and run than a filter plugin. */
const fromId = (tableName: string): GraphileConfig.Plugin =>
  addPgTableCondition(
    { schemaName: 'public', tableName },
    'fromId',
    ({ graphql }) => ({ type: graphql.GraphQLInt }),
    (value, { sql, sqlTableAlias, sqlValueWithCodec, build }) =>
      sql`${sqlTableAlias}.id >= ${sqlValueWithCodec(value, build.dataplanPg.TYPES.int)}`,
  );

// Follows PostGraphile's advice for production and benchmarks: the amber preset, lists where others return lists, and
// GraphQL only. No `pgSettings`, which cost a transaction per read. Responses as strings inside Grafast are slightly
// faster than objects.
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c TimeZone=UTC' });
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [fromId('orders'), fromId('customers')],
  pgServices: [makePgService({ pool, schemas: ['public'], pubsub: false })],
  schema: { defaultBehavior: '+connection +list' },
  grafast: { explain: false },
  grafserv: { watch: false, graphiql: false, websockets: false, outputDataAsString: true },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => {
  server.close(async () => {
    await instance.release();
    await pool.end();
  });
  server.closeIdleConnections();
});
