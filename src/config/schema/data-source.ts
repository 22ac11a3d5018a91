import { choice, flag, integer, listOf, mapOf, object, orTypes, repeatableTexts, text } from './declare.ts';

const pool = object('Pool of database sessions, shared by all requests.', {
  max: integer(
    'Maximum number of sessions for reads and changes together. There is at least one of each kind. ' +
      'The service opens one more for its own queries, and three more for live queries.',
    { default: 20, maximum: 10_000 },
  ),
  changes: integer('Sessions reserved for changes. The other sessions are for reads. Default: half of `max`.', {
    maximum: 10_000,
  }),
  'acquire-timeout-ms': integer('Milliseconds that a request waits for a session.', { default: 5_000 }),
  'max-waiting': integer(
    'Maximum number of requests that wait for a session, for reads and for changes separately. ' +
      'Further requests fail with `Unavailable`.',
    { default: 1_000, minimum: 0 },
  ),
  'connect-timeout-ms': integer('Milliseconds to open a session.', { default: 5_000 }),
  'silence-timeout-ms': integer(
    'Milliseconds without a reply, beyond `statement-timeout-ms`, until a session is closed: its host may be frozen.',
    { default: 5_000 },
  ),
  'keep-alive-ms': integer(
    'Idle milliseconds until TCP checks that the database host is reachable, rounded to seconds. ' +
      'The operating system sets the interval of further checks.',
    { default: 10_000, minimum: 1_000, maximum: 32_767_000 },
  ),
});

const embedded = object(
  'A PostgreSQL server that runs as a child process, instead of `connection-string`.',
  {
    directory: text('Data folder, relative to this file. Created if missing.', { examples: ['.joinery/database'] }),
    seed: orTypes(
      ['string'],
      repeatableTexts('SQL files, relative to this file. They run in this order when the data folder is created.', {
        examples: [['schema.sql', 'data.sql']],
      }),
    ),
  },
  { required: ['directory'] },
);

const tls = object('TLS of the database sessions. These keys take precedence over the connection string.', {
  mode: choice(
    '`require` accepts any certificate. `verify-ca` accepts only certificates of a trusted authority, and `verify-full` ' +
      'also checks the host name. Default: `disable` for a server on this machine, otherwise `verify-full`. With ' +
      'keywords of SQL Server, always `verify-full`.',
    ['disable', 'require', 'verify-ca', 'verify-full'],
  ),
  ca: text("PEM file of the trusted authorities, relative to this file. Default: Node's authorities."),
  cert: text('PEM file of the client certificate, relative to this file.'),
  key: text('PEM file of the private key of `cert`, relative to this file.'),
  passphrase: text('Passphrase of an encrypted `key`.', { examples: ["@env('KEY_PASSPHRASE')"] }),
});

const identity = object(
  'Identity of the platform. Its tokens are the passwords of the login, so the connection string has no password.',
  {
    provider: choice(
      '`azure`: Azure Database for PostgreSQL or MySQL, by `@azure/identity`. `aws-rds`: RDS and Aurora, by ' +
        '`@aws-sdk/rds-signer`. Install the package next to this one.',
      ['azure', 'aws-rds'],
    ),
    'client-id': text('On Azure, the client ID of a user-assigned identity. Default: the identity of the machine.'),
    scope: text('On Azure, the scope of the token. Default: that of Azure Database for PostgreSQL and MySQL.'),
    region: text('On AWS, the region of the database. Default: that of the environment.', {
      examples: ['eu-central-1'],
    }),
  },
  { required: ['provider'] },
);

const sessionContext = orTypes(
  ['boolean'],
  object(
    'Passes the caller to row-level security, views, and triggers of the database. `true` uses default names.',
    {
      settings: mapOf(
        'Claim of each setting or variable: the name of a claim, `role` for the role of the request, or `*` for all ' +
          'claims and the role as JSON. Default: `request.jwt.claims` and `joinery.role` on PostgreSQL, ' +
          '`joinery_claims` and `joinery_role` on MySQL and MariaDB. Not on SQL Server.',
        text('Name of a claim.'),
        { minProperties: 1, examples: [{ 'request.jwt.claims': '*', 'app.tenant': 'tenant_id' }] },
      ),
      roles: mapOf(
        'PostgreSQL role that runs the statements of each role of the API. All other roles except `anonymous` use the PostgreSQL role of `authenticated`.',
        text('Name of a PostgreSQL role.'),
        { minProperties: 1, examples: [{ anonymous: 'web_anonymous', authenticated: 'web_user' }] },
      ),
    },
    {
      default: false,
      inDab: 'A flag or an object; not only for `mssql`. Set before each statement, and cleared after it.',
    },
  ),
);

export const dataSource = object(
  'The database.',
  {
    'database-type': choice('Database product.', ['postgresql', 'mysql', 'mariadb', 'mssql', 'mongodb'], {
      inDab: '`mariadb` and `mongodb` are added.',
    }),
    'connection-string': text('Address, user, and password: a URL, or keywords as in ADO.NET.', {
      examples: ["@env('DATABASE_URL')", 'postgres://user:password@localhost:5432/shop'],
      inDab: 'May also be a URL. `DAB_CONNSTRING` takes precedence.',
    }),
    'password-command': listOf(
      'Program and arguments, run without a shell in the folder of this file. It prints the password of the login.',
      text('Program or argument.'),
      { minItems: 1, examples: [['vault', 'read', '-field=password', 'database/creds/shop']] },
    ),
    'password-ttl-ms': integer('Milliseconds that a password of `password-command` is valid.', {
      default: 600_000,
      minimum: 1_000,
    }),
    identity,
    embedded,
    pool,
    prepared: flag(
      'Prepares named statements, and sends short statements of several requests together. Set `false` behind a pooler ' +
        'such as PgBouncer. Each transaction then applies the session settings.',
      { default: true },
    ),
    'catalog-interval-ms': integer(
      'Milliseconds between checks for changed tables; each check is a short statement. With 0, a change is detected by ' +
        'the first request that fails because of it.',
      { default: 20_000, minimum: 0 },
    ),
    'statement-timeout-ms': integer('Milliseconds that a statement may run.', { default: 30_000 }),
    'text-equality': choice(
      'Equality of strings in filters, groups, policies, and keys, on MySQL, MariaDB, and SQL Server. `exact` compares ' +
        'characters. `collation` uses the collation of the column, for which `a` and `A` may be equal.',
      ['exact', 'collation'],
      { default: 'exact', dabDefault: 'collation' },
    ),
    tls,
    options: object('Options of individual database products.', {
      'set-session-context': sessionContext,
    }),
  },
  { required: ['database-type'], inDab: 'Optional if `data-source-files` is set.' },
);
