import { defaults } from '../defaults.ts';
import { entitySchema } from './entity-schema.ts';
import { choice, flag, type JsonSchema, object, text, texts, wholeNumber } from './json-schema.ts';
import { runtimeSchema } from './runtime-schema.ts';

const pool = object('Sessions with the database, shared by all requests.', {
  max: wholeNumber(
    'Most sessions at a time, for reads and changes together; the service itself has one more. There is at least one of each kind.',
    defaults.pool.max,
    { maximum: 10_000 },
  ),
  changes: {
    description: 'How many of these sessions are for changes; the others are for reads. By default half of them.',
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
  },
  'acquire-timeout-ms': wholeNumber(
    'Milliseconds that a request may wait for a session.',
    defaults.pool['acquire-timeout-ms'],
  ),
  'max-waiting': wholeNumber(
    'Requests that may wait for a session, of reads and of changes each; one more is refused with Unavailable.',
    defaults.pool['max-waiting'],
    { minimum: 0 },
  ),
  'connect-timeout-ms': wholeNumber('Milliseconds to establish a session.', defaults.pool['connect-timeout-ms']),
  'silence-timeout-ms': wholeNumber(
    'Milliseconds that a session may say nothing beyond `statement-timeout-ms`, which the database itself looks after: then it is given up, as where its host is frozen.',
    defaults.pool['silence-timeout-ms'],
  ),
  'keep-alive-ms': wholeNumber(
    'Milliseconds that a session may be idle before TCP asks whether its host is still there; in full seconds. How often it asks, the operating system says.',
    defaults.pool['keep-alive-ms'],
    { minimum: 1_000, maximum: 32_767_000 },
  ),
});

const embedded = object(
  'A PostgreSQL server of its own, run as a child process; instead of `connection-string`.',
  {
    directory: text('Folder of its data, relative to this file; made where it is missing.', ['.joinery/database']),
    seed: {
      description: 'SQL files, relative to this file, that are run in this order when the data folder is new.',
      type: ['string', 'array'],
      minLength: 1,
      items: { type: 'string', minLength: 1 },
      examples: [['schema.sql', 'data.sql']],
    },
  },
  ['directory'],
);

const tls = object('Protection of the sessions; wins over what the connection string says of it.', {
  mode: choice(
    '`require` takes any certificate, `verify-ca` one of a known authority, `verify-full` one for this host besides. ' +
      'Where nothing is said: `disable` for a server on this machine, else `verify-full`.',
    ['disable', 'require', 'verify-ca', 'verify-full'],
  ),
  ca: text('PEM file with the authorities that are trusted, relative to this file; else those known to Node.'),
  cert: text('PEM file with the certificate that the service shows, relative to this file.'),
  key: text('PEM file with the key of `cert`, relative to this file.'),
});

const dataSourceSchema: JsonSchema = object(
  'The database.',
  {
    'database-type': choice('Kind of the database.', ['postgresql', 'mysql', 'mariadb', 'mssql']),
    'connection-string': text('The database, user and password in it: a URL, or keywords as in ADO.NET.', [
      "@env('DATABASE_URL')",
      'postgres://user:password@localhost:5432/shop',
    ]),
    embedded,
    pool,
    prepared: flag(
      'Statements are kept prepared under names, and brief ones of several requests sent together; `false` behind a pooler, which keeps neither these names nor settings of sessions: then each transaction is told its settings.',
      defaults.prepared,
    ),
    'catalog-interval-ms': wholeNumber(
      'Milliseconds between looks whether tables have changed, each a brief statement; 0 for none: then a change is noticed by the first request that fails on it.',
      defaults['catalog-interval-ms'],
      { minimum: 0 },
    ),
    'statement-timeout-ms': wholeNumber('Milliseconds that a statement may take.', defaults['statement-timeout-ms']),
    'text-equality': choice(
      'On MySQL, MariaDB, and SQL Server: which strings are equal in filters, groups, policies, and keys. `exact`: identical strings, whatever the collation of the column. `collation`: strings that the collation of the column treats as equal, such as `a` and `A`; the default with `compatibility`.',
      ['exact', 'collation'],
      defaults['text-equality'],
    ),
    tls,
    options: object('Options of single kinds of database.', {
      'set-session-context': flag(
        'On SQL Server: whether `session_context` has the claims of the caller, and the role as `roles`, while a statement runs. So predicates of row-level security, views and triggers know who asks.',
        false,
      ),
    }),
  },
  ['database-type'],
);

/** Schema after `@env` replacement; source of the published schema and its table. */
export const configSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Joinery configuration',
  ...object(
    'What Joinery serves, from which database, to whom.',
    {
      $schema: { description: 'Where editors find this schema.', type: 'string' },
      'data-source': dataSourceSchema,
      'data-source-files': texts('Files with further entities of the same database, relative to this file.', [
        ['sales.json', 'stock.json'],
      ]),
      runtime: runtimeSchema,
      entities: {
        description: 'The resources of the APIs, by name.',
        type: 'object',
        minProperties: 1,
        additionalProperties: entitySchema,
      },
    },
    ['data-source', 'entities'],
  ),
};
