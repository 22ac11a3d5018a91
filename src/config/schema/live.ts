import { choice, flag, integer, listOf, object, text, unsafe } from './declare.ts';

const signals = object('Signals of changes that were made outside of this instance.', {
  redis: text('URL of a Redis or Valkey server, through which instances report their changes to each other.', {
    examples: ["@env('REDIS_URL')"],
  }),
  'redis-channel': text('Channel in Redis. Services that share a server need different channels.', {
    default: 'joinery:changes',
  }),
  notify: unsafe<boolean | string>({
    description:
      'Channel of `LISTEN` and `NOTIFY` on PostgreSQL, for changes of other instances and of triggers. `true` is the ' +
      'channel `joinery`. Uses one more session per process, and needs a connection without a transaction pooler.',
    type: ['boolean', 'string'],
    minLength: 1,
    default: false,
  }),
  'notified-fallback-ms': integer(
    'Maximum milliseconds between two reads of a live query for which no change is reported, if triggers or versions ' +
      'of the tables report all changes.',
    { default: 30_000, minimum: 1_000, maximum: 3_600_000 },
  ),
});

/** `runtime.live` */
export const live = object('Live queries: GraphQL subscriptions, and REST resources as server-sent events.', {
  enabled: flag('Adds subscriptions to the GraphQL API, and server-sent events to the REST API.', { default: false }),
  'interval-ms': integer('Minimum milliseconds between two reads of a live query.', {
    default: 250,
    minimum: 10,
    maximum: 3_600_000,
  }),
  'fallback-ms': integer(
    'Maximum milliseconds between two reads of a live query for which no change is reported. These reads find changes ' +
      'that are made outside of the service.',
    {
      default: 1_000,
      minimum: 10,
      maximum: 3_600_000,
    },
  ),
  'stream-delay-ms': integer(
    'Milliseconds for which a stream holds back new rows, unless its order is exact. A row can be missed if its ' +
      'transaction commits more than this time after that of a following row.',
    {
      default: 1_000,
      minimum: 0,
      maximum: 3_600_000,
    },
  ),
  'max-per-caller': integer(
    'Live queries that a caller may have at a time, in each worker. Further live queries are rejected with ' +
      '`RateLimited`.',
    {
      default: 100,
      maximum: 1_000_000,
    },
  ),
  'max-total': integer(
    'Live queries of all callers at a time; also the maximum number of WebSockets. Both are divided ' +
      'among the workers. Further live queries and WebSockets are rejected with `Unavailable`.',
    {
      default: 10_000,
      maximum: 10_000_000,
    },
  ),
  'max-stalled-ms': integer(
    'Milliseconds during which a client may read nothing of its results. Then its connection is closed.',
    {
      default: 30_000,
      minimum: 100,
      maximum: 3_600_000,
    },
  ),
  'revoke-role': text(
    'Role that may end the connections of callers with `POST /live/revoke`. Without it, the path does not exist.',
    { examples: ['operator'] },
  ),
  signals,
});

/** `graphql.subscription` of an entity, as in Data API builder. */
export const subscription = object('Live queries and streams of the entity.', {
  enabled: flag('Adds the entity to the subscription type, if `runtime.live` is enabled.', {
    default: true,
    inDab: 'Default: `true`.',
  }),
  events: listOf(
    'Accepted for compatibility. A live query follows every change, because any change can affect its result.',
    choice('Kind of change.', ['create', 'update', 'delete', '*']),
    {
      uniqueItems: true,
      inDab: 'Accepted, without effect.',
    },
  ),
});
