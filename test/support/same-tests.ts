import type { ServerName } from './server-names.ts';

/** Files whose tests run on every server. Their SQL is PostgreSQL's; `sql/` has it in the words of the others. */
export const sameTests: readonly string[] = [
  'test/http/mutations-*-live.test.ts',
  'test/http/rest-*-live.test.ts',
  'test/http/{mysql-traps,openapi,openapi-bodies,wide-rows}-live.test.ts',
  'test/live/{policies,policy-expressions,chinook,chinook-writes,groups,groups-of-tables,paging,paging-changes,paging-cursors,catalog-watch,schema-changes}.test.ts',
  'test/oracle/{operations,filters,expressions,non-interference,non-interference-keys,non-interference-tokens,writes}.test.ts',
  'test/cost/{statements,rest-statements,nested-create}.test.ts',
  'test/http/{bad-input,bad-input-live-fuzz,entity-index,forbidden-rows,keyless-pages,identity-insert,placeholders,ungranted,long-cursors,too-large-change,limits,raw-requests,write-concurrency,write-errors}*live*.test.ts',
];

/** What cannot hold on some servers. */
export interface Exception {
  /** `babelfish`: another engine that speaks T-SQL, where JOINERY_SQLSERVER_URL leads to one. */
  readonly on: readonly (ServerName | 'babelfish')[];
  readonly reason: string;
  /** Files, or tests of them by how their full names begin: `test/http/a-live.test.ts > a suite > a test`. */
  readonly tests: readonly string[];
}

const family: readonly ServerName[] = ['mariadb', 'mysql'];

/** Names in the answers of these cases have more than 63 bytes. Of a case's name, its test has 40 letters. */
const longNames = ['groups-merged', 'response-key-longer-than-names', 'connection-response-key-longer-than-nam'];

/** The one table of what is left out of the tests that run on every server; it is printed as skipped tests. A row that nothing needs fails. */
export const exceptions: readonly Exception[] = [
  {
    on: ['postgres', 'sqlserver'],
    reason: 'it has none of these traps',
    tests: ['test/http/mysql-traps-live.test.ts', 'test/http/wide-rows-live.test.ts'],
  },
  {
    on: ['mysql'],
    reason: 'there is no type of UUIDs',
    tests: [
      'test/http/bad-input-live.test.ts > invalid requests over GraphQL > a malformed UUID',
      'test/http/rest-bodies-live.test.ts > values > sku: ',
      ...['', 'inside $expand, '].flatMap((where) =>
        ["external_id eq 'x'", 'birthday lt external_id'].map(
          (filter) => `test/http/rest-filter-live.test.ts > an invalid $filter > ${where}Customer: ${filter}`,
        ),
      ),
      ...['prepared', 'not prepared'].map(
        (how) =>
          `test/live/policy-expressions.test.ts > expressions of policies, ${how} > fields of types that cannot be compared`,
      ),
    ],
  },
  {
    on: ['mysql'],
    reason: 'JSON holds fractions as numbers of 64 bits',
    tests: [
      'test/http/mutations-create-live.test.ts > one row > gets defaults for omitted fields, NULL for null, and generated values',
      'test/http/rest-bodies-live.test.ts > values > attributes: {"n": 12345678901234567890.123} is stored',
    ],
  },
  {
    on: ['mysql', 'sqlserver'],
    reason: 'an insert gives no rows, so those of a table without a key are not found again',
    tests: [
      'test/http/mutations-create-live.test.ts > one row > may be created in a table without a key',
      'test/http/mutations-create-live.test.ts > many rows > may be a single item instead of a list',
      'test/http/mutations-truth-live.test.ts > a row that cannot be found again > violates every policy: one outside its view, and one whose key is NULL',
      'test/http/rest-change-modes-live.test.ts > writes with compatibility "dab" > return one item in a list',
      'test/http/rest-changes-live.test.ts > POST > returns neither Location nor ETag for an item without a key',
      'test/http/rest-changes-live.test.ts > POST > accepts an empty array and at most a page of items, and reports errors with their index',
    ],
  },
  {
    on: ['sqlserver'],
    reason: 'the triggers of these tests run after the insert there, when NOT NULL has been checked',
    tests: ['test/http/mutations-filled-fields-live.test.ts'],
  },
  {
    on: ['mysql'],
    reason:
      'nobody tells the key that a trigger gives to a row, so such a row is not created where the key has to be known',
    tests: [
      'before a write change the row and its key',
      'return the message of the exception they raise',
      'cannot hide a row from the policy by changing its key',
    ].map((name) => `test/http/mutations-truth-live.test.ts > triggers > ${name}`),
  },
  {
    on: ['mariadb', 'babelfish'],
    reason: 'its errors do not name the table of a key, so they are told of the entity that is written',
    tests: ['the table of a view', 'what a trigger does to others'].map(
      (name) => `test/http/write-errors-live.test.ts > writes that the database rejects > ${name}`,
    ),
  },
  {
    on: ['mysql'],
    reason: 'the last number of a key is made again and again, and is taken',
    tests: ['test/http/mysql-traps-live.test.ts > an exhausted auto-increment column returns ConstraintViolated'],
  },
  {
    on: family,
    reason: 'a foreign key is looked at row by row, so a row that another one of those refers to goes first',
    tests: [
      'test/http/mutations-odd-tables-live.test.ts > deletes and updates return self-referencing rows with their relationships',
    ],
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'no constraint waits for the end of a transaction',
    tests: ['test/http/mutations-transactions-live.test.ts > a deferred check > may be violated between two mutations'],
  },
  {
    on: family,
    reason: 'no trigger leaves out a row, or changes its own table',
    tests: [
      'test/http/mutations-truth-live.test.ts > triggers > return ApplicationError if they skip a row',
      'test/http/mutations-truth-live.test.ts > a row that cannot be found again > violates every policy: one that a trigger deleted',
    ],
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'there are no arrays',
    tests: [
      'test/http/mutations-create-live.test.ts > one row > rejects no list of texts',
      'test/http/mutations-keys-live.test.ts > a list as a key identifies new rows, but is no argument',
      'test/http/rest-bodies-live.test.ts > values > tags: ["a",5] is rejected',
      'test/http/rest-bodies-live.test.ts > values > tags: "a" is rejected',
      'test/http/rest-bodies-live.test.ts > values > tags: 5 is rejected',
      'test/http/rest-bodies-live.test.ts > values > tags: {"0":"a"} is rejected',
      'test/http/rest-filter-live.test.ts > $filter: operators > Product: monthly_sales ne null',
      ...['', 'inside $expand, '].flatMap((where) =>
        ["tags/any(t: t eq 'new')", "tags eq 'new'", "tags in ('new')"].map(
          (filter) => `test/http/rest-filter-live.test.ts > an invalid $filter > ${where}Product: ${filter}`,
        ),
      ),
    ],
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'no number is NaN or infinite',
    tests: ['eq NaN', 'ge INF', 'gt -INF'].map(
      (comparison) => `test/http/rest-filter-live.test.ts > $filter: operators > Product: weight ${comparison}`,
    ),
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'addresses of the internet are texts in its shop',
    tests: ["test/http/rest-filter-live.test.ts > $filter: operators > Customer: last_ip eq '192.0.2.84/32'"],
  },
  {
    on: family,
    reason: 'days, times and numbers have other bounds',
    tests: [
      'Single nearer to zero than 32 bits can be',
      'the year 0',
      'a day of no year',
      'a minute past 24 o’clock',
      'the year 5874898',
      'a time before all others',
    ].map((name) => `test/http/bad-input-live.test.ts > invalid requests over GraphQL > ${name}`),
  },
  {
    on: ['sqlserver'],
    reason: 'days, times and numbers have other bounds',
    tests: [
      'Single nearer to zero than 32 bits can be',
      'a day of no year',
      'a minute past 24 o’clock',
      'the year 5874898',
      'a time before all others',
    ].map((name) => `test/http/bad-input-live.test.ts > invalid requests over GraphQL > ${name}`),
  },
  {
    on: family,
    reason: 'a sort looks at the first bytes of a text alone (docs/graphql.md)',
    tests: ['test/http/long-cursors-live.test.ts'],
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'there are no domains',
    tests: ['test/live/groups-of-tables.test.ts > what tables have to be grouped by > may be of any type'],
  },
  {
    on: [...family, 'sqlserver'],
    reason: 'a column of decimals writes each with the same digits',
    tests: ['test/live/groups-of-tables.test.ts > what tables have to be grouped by > writes equal numbers in one way'],
  },
  {
    on: ['mariadb', 'sqlserver'],
    reason: 'JSON is kept as it was written, with its blanks, so to write it anew changes the row',
    tests: [
      'test/http/rest-round-trip-live.test.ts > items of Product > are unchanged after PUT and PATCH of the values that were read',
    ],
  },
  {
    on: family,
    reason: 'a text longer than a packet becomes NULL where an expression makes it',
    tests: ['test/http/too-large-change-live.test.ts'],
  },
  {
    on: family,
    reason: 'NULL for a number that the database makes makes one',
    tests: ['test/http/identity-insert-live.test.ts > generated IDs that a client may set > reject NULL'],
  },
  {
    on: family,
    reason:
      'what is kept prepared is no table that a session can read: test/live/driver-prepared.test.ts looks at the wire',
    tests: ['test/http/mutations-nested-live.test.ts > equal writes share a prepared statement'],
  },
  {
    on: ['sqlserver'],
    reason: 'nothing is prepared: the server knows the plan of a statement by its text (test/wire/requests.test.ts)',
    tests: [
      'test/cost/statements.test.ts > a GraphQL operation > prepares each statement once per session',
      'test/http/mutations-nested-live.test.ts > equal writes share a prepared statement',
    ],
  },
  {
    on: ['sqlserver'],
    reason: 'no number lies nearer to zero than 2.2e-308',
    tests: [
      'test/http/rest-bodies-live.test.ts > values > weight: 5e-324 is stored as 5e-324',
      'test/http/rest-round-trip-live.test.ts > items of Product > keep every value that PUT copies from another item',
    ],
  },
  {
    on: ['sqlserver'],
    reason: 'what a check holds to JSON is an object or a list',
    tests: ['test/http/rest-bodies-live.test.ts > values > attributes: "text" is stored as "text"'],
  },
  {
    on: ['sqlserver'],
    reason: 'what a trigger makes of a row is not told: neither another key, nor that it left the row out',
    tests: ['before a write change the row and its key', 'return ApplicationError if they skip a row'].map(
      (name) => `test/http/mutations-truth-live.test.ts > triggers > ${name}`,
    ),
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish has no NOT NULL in ALTER COLUMN, and puts a hash behind the names of indexes',
    tests: ['one that may not be NULL any more', 'one of another type', 'an index, of which clients see nothing'].map(
      (name) => `test/live/catalog-watch.test.ts > is read again for ${name}`,
    ),
  },
  {
    on: ['sqlserver'],
    reason: 'labels that a check lists are texts, and any text has a place in their order',
    tests: [
      ...['with a label that is none in it is refused', 'is no text that the database is asked to run'].map(
        (name) => `test/live/paging-cursors.test.ts > a cursor > ${name}`,
      ),
      'test/http/rest-options-live.test.ts > a collection > returns the rows of Order by {"$select":"id","$orderby":"status desc',
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish makes decimals of floating point numbers with 15 digits, of which large ones have more',
    tests: [
      'test/live/groups-of-tables.test.ts > what tables have to be grouped by > has the same sums and means of floating point wherever its rows lie',
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish has no OUTPUT of DEFAULT VALUES',
    tests: ['test/http/mutations-settings-live.test.ts > tables with only a key have all mutations'],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish stops no statement that has begun',
    tests: [
      'test/http/mutations-late-live.test.ts > a mutation that exceeds its timeout is rolled back',
      'test/http/mutations-odd-tables-live.test.ts > a mutation that exceeds the statement timeout is rolled back as a whole',
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish shortens names beyond 63 bytes, where SQL Server takes 128 letters',
    tests: [
      ...longNames.map((name) => `test/golden/answers-live.test.ts > answers of golden cases on sqlserver > ${name}`),
      'test/http/mutations-transport-live.test.ts > names > may be longer than identifiers of the database',
      ...[
        'may be long and contain characters that SQL and JSON quote',
        'are omitted from GraphQL, which keeps the others',
      ].map(
        (name) =>
          `test/http/rest-names-live.test.ts > names that GraphQL does not allow, exposed only over REST > ${name}`,
      ),
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish has no foreign keys of a collation that is not the usual one',
    tests: [
      'test/http/mutations-keys-live.test.ts > keys of the type nvarchar(40) collate Latin1_General_BIN2 > identify new rows and link their children',
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish tells names of columns in small letters',
    tests: ['ifMatch', 'ifNoneMatch', 'orCreate'].map(
      (name) =>
        `test/http/mutations-names-live.test.ts > a key column named like an argument is renamed, and an alias of that name is a startup error: ${name}`,
    ),
  },
  {
    on: ['sqlserver'],
    reason: 'its shop has NULL for JSON that is no object and no list',
    tests: ['test/http/rest-filter-live.test.ts > $filter: operators > Product: attributes eq null'],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish needs longer to read a statement of so many parts than a request may take',
    tests: [
      'test/http/rest-limits-live.test.ts > limits of a REST request > fields of Employee/1: accepts a request below the limit',
    ],
  },
  {
    on: ['babelfish'],
    reason: 'Babelfish knows small and capital letters of ASCII alone where a collation orders by code points',
    tests: [
      ...["tolower(city) eq 'århus'", "tolower(toupper(city)) in ('århus', 'leiden')"].map(
        (filter) => `test/http/rest-filter-live.test.ts > $filter: functions > Customer: ${filter}`,
      ),
      "test/http/rest-filter-live.test.ts > $filter: relationships > Order: tolower(customer/city) eq 'århus'",
    ],
  },
];

/** Tests that are left out on a server, each with its reason. */
export function exceptionsOn(
  server: Exception['on'][number],
): readonly { readonly test: string; readonly reason: string }[] {
  return exceptions.flatMap(({ on, reason, tests }) =>
    on.includes(server) ? tests.map((test) => ({ test, reason })) : [],
  );
}

export const isFile = (test: string): boolean => !test.includes(' > ');
