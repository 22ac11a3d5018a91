import { integer, object, text, unsafe } from './declare.ts';

const signals = object('Signals of changes that were made outside of this instance.', {
  redis: text('URL of a Redis or Valkey server, through which instances report their changes to each other.', {
    examples: ["@env('REDIS_URL')"],
  }),
  'redis-channel': text('Channel in Redis. Services that share a server need different channels.', {
    default: 'joinery:changes',
  }),
  notify: unsafe<boolean | string>({
    description:
      'Channel of `LISTEN` and `NOTIFY` on PostgreSQL, for changes of other instances and of triggers; `true`: ' +
      '`joinery`. Uses one more session per process, and needs a connection without a transaction pooler.',
    type: ['boolean', 'string'],
    minLength: 1,
    default: false,
  }),
  'notified-fallback-ms': integer(
    'Milliseconds between two reads of a live query without a signal, if a trigger reports all changes of its tables.',
    { default: 30_000, minimum: 1_000, maximum: 3_600_000 },
  ),
});

export const live = object('Live queries.', { signals });
