import { badGroups } from './bad-groups.ts';
import { badPaths } from './bad-paths.ts';
import { bad, type Case, field, limit } from './expected.ts';
import { compare, filterOrders, nest, post, postWith, repeat, type Send } from './send.ts';

const cursor = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

const digits = '7'.repeat(140_000);

const documents: readonly Case[] = [
  [
    'malformed JSON',
    (shop) => shop.post('{"query": "{ orders { id } }"'),
    bad(/not valid JSON: .* at line 1, column 30/),
  ],
  ['half a document', post('{ orders { id }'), bad(/Syntax Error: Expected Name, found <EOF>/)],
  ['an unknown entity', post('{ ordres { id } }'), { code: 'EntityNotFound', pattern: /Did you mean "orders"/ }],
  ['an unknown field', post('{ orders { totl } }'), field(/Did you mean "total"/)],
  ['an unknown nested field', post('{ orders { customer { nam } } }'), field(/Did you mean "name"/)],
  [
    'an unknown field of a filter',
    post('{ orders(filter: { totl: { eq: 1 } }) { id } }'),
    field(/Did you mean "total"/),
  ],
  ['an empty document', post(''), bad(/The document is empty. Add an operation, such as "\{ __typename \}"/)],
  ['an empty selection', post('{ orders { } }'), bad(/The selection is empty\. .* as in "\{ __typename \}"/)],
  [
    'an unknown operator',
    post('{ orders(filter: { total: { equals: 1 } }) { id } }'),
    field(/"equals" is not defined.*Did you mean "eq"\?$/),
  ],
  [
    'an operator of Hasura',
    post('{ customers(filter: { name: { _like: "A%" } }) { id } }'),
    field(/"_like" is not defined.*Did you mean "contains"\?$/),
  ],
  [
    'an operator of Hasura in a variable',
    postWith('query ($f: CustomerFilterInput) { customers(filter: $f) { id } }', '{"f":{"name":{"_ilike":"a%"}}}'),
    field(/"_ilike" is not defined.*Did you mean "icontains"\?$/),
  ],
  [
    'the filter of Prisma',
    post('{ orders(where: { id: { eq: 1 } }) { id } }'),
    bad(/Unknown argument "where".*Did you mean "filter"\?$/),
  ],
  [
    'the order of Hasura',
    post('{ orders(order_by: { id: ASC }) { id } }'),
    bad(/Unknown argument "order_by".*Did you mean "orderBy"\?$/),
  ],
  [
    'the rows of Relay',
    post('{ orders_connection { edges { node { id } } } }'),
    field(/Cannot query field "edges".*Did you mean "items"\?$/),
  ],
  ['an operator of another type', post('{ orders(filter: { total: { contains: "1" } }) { id } }'), field(/"contains"/)],
  [
    'an unknown quantifier',
    post('{ customers(filter: { orders: { any: {} } }) { id } }'),
    field(/"any" is not defined/),
  ],
  ['an unknown argument', post('{ orders(limit: 1) { id } }'), bad(/Unknown argument "limit".*Did you mean "first"/)],
  [
    'an unknown direction',
    post('{ orders(orderBy: { id: UP }) { id } }'),
    bad(/"UP" does not exist in "OrderBy" enum\. Known values: ASC, DESC, ASC_NULLS_FIRST/),
  ],
  [
    'an order by a list',
    post('{ customers(orderBy: { orders: { id: ASC } }) { id } }'),
    field(/"orders" is not defined/),
  ],
  [
    'an unknown label',
    post('{ orders(filter: { status: { eq: SHIPED } }) { id } }'),
    bad(/"SHIPED" does not exist in "\w+" enum\. Known values: .*SHIPPED/),
  ],
  ['an object without selection', post('{ orders }'), bad(/must have a selection of subfields/)],
  ['a selection of a scalar', post('{ orders { id { x } } }'), bad(/must not have a selection/)],
  ['a key that is not given', post('{ order_by_pk { id } }'), bad(/"id" of type "Int!" is required/)],
  ['half a key', post('{ orderDetail_by_pk(order_id: 1) { note } }'), bad(/"line_no" of type "Int!" is required/)],
  ['null as a key', post('{ order_by_pk(id: null) { id } }'), bad(/Expected value of type "Int!", found null/)],
  ['an unknown variable', post('{ order_by_pk(id: $id) { id } }'), bad(/Variable "\$id" is not defined/)],
  ['a variable for nothing', post('query ($id: Int) { __typename }'), bad(/Variable "\$id" is never used/)],
  [
    'an unknown type',
    post('query ($f: OrdersFilter) { orders(filter: $f) { id } }'),
    bad(/Unknown type "OrdersFilter"/),
  ],
  [
    'a fragment in itself',
    post('{ ...f } fragment f on Query { ...f }'),
    bad(/Cannot spread fragment "f" within itself/),
  ],
  ['an unknown fragment', post('{ ...f }'), bad(/Unknown fragment "f"/)],
  ['a fragment of another type', post('{ orders { ... on Customer { id } } }'), bad(/can never be of type "Customer"/)],
  [
    'two fields of one name',
    post('{ a: orders { id } a: customers { id } }'),
    bad(/different fields.*Use different aliases/),
  ],
  ['an unknown directive', post('{ orders { id @hide } }'), bad(/Unknown directive "@hide"/)],
  [
    'a mutation of a role that only reads',
    post('mutation { deleteOrder(id: 1) { id } }'),
    { ...bad(/"anonymous" may not delete "Order"/), code: 'Forbidden' },
  ],
  ['a subscription', post('subscription { orders { id } }'), bad(/no subscription operations/)],
  [
    'two operations, none named',
    post('query a { __typename } query b { __typename }'),
    bad(/"a", "b".*"operationName"/),
  ],
  [
    'an operation that is not there',
    (shop) => shop.post('{"query":"query a { __typename }","operationName":"b"}'),
    bad(/Unknown operation "b". The document has "a"/),
  ],
  [
    'a role that is not there',
    (shop) => shop.post('{"query":"{ __typename }"}', { 'x-api-role': 'suport' }),
    { status: 403, code: 'Forbidden', pattern: /Unknown role "suport". Did you mean "support"/ },
  ],
  [
    'a role that resembles none',
    (shop) => shop.post('{"query":"{ __typename }"}', { 'x-api-role': 'xyzzy' }),
    { status: 403, code: 'Forbidden', pattern: /Unknown role "xyzzy". Known roles: .*anonymous, .*support/ },
  ],
  [
    'a field that the role may not read',
    (shop) => shop.post('{"query":"{ customers { email } }"}', { 'x-api-role': 'support' }),
    { code: 'Forbidden', pattern: /"support" may not read "email" of "Customer"/ },
  ],
  [
    'a filter by such a field',
    (shop) =>
      shop.post('{"query":"{ orders(filter: { customer: { email: { eq: \\"a\\" } } }) { id } }"}', {
        'x-api-role': 'support',
      }),
    { code: 'Forbidden', pattern: /"support" may not read "email" of "Customer"/ },
  ],
];

const sizes: readonly Case[] = [
  ['5,000 aliases', post(`{ ${repeat(5000, (index) => `a${index}: __typename`)} }`), limit(/2000 tokens/)],
  ['500 aliases', post(`{ orders { ${repeat(500, (index) => `a${index}: id`)} } }`), limit(/aliases/i)],
  [
    '400 levels of one row each',
    post(`{ employees ${nest(400, '{ manager ', '{ id }', ' }')} }`),
    limit(/deep|levels|depth/i),
  ],
  ['1,000 levels of "not"', filterOrders(nest(1000, '{"not":', '{}', '}')), limit(/500 levels/)],
  ['300 levels of "not"', filterOrders(nest(300, '{"not":', '{"id":{"eq":1}}', '}')), limit(/filter/)],
  ['100,000 levels of "not"', filterOrders(nest(100_000, '{"not":', '{}', '}')), limit(/levels|flatter/)],
  [
    '1,000 levels of "not" in a document',
    post(`{ orders(filter: ${nest(1000, '{not:', '{}', '}')}) { id } }`),
    limit(/2000 tokens/),
  ],
  [
    '101 levels of relationships',
    filterOrders(nest(101, '{"customer":{"orders":{"some":', '{}', '}}}')),
    limit(/filter/),
  ],
  ['20,000 conditions', filterOrders(`{"or":[${repeat(20_000, () => '{"id":{"eq":1}}', ',')}]}`), limit(/filter/)],
  [
    'a product of pages',
    post('{ customers(first: 1000) { orders(first: 1000) { orderDetails(first: 1000) { note } } } }'),
    limit(/smaller pages/),
  ],
  [
    'a product of pages by variable',
    postWith(
      'query ($n: Int) { customers(first: $n) { orders(first: $n) { orderDetails(first: $n) { note } } } }',
      '{"n":1000}',
    ),
    limit(/1000 × 1000 × 1000 = 1000000000. Set a smaller "first" on inner lists/),
  ],
  ['a page of 1,001', post('{ orders(first: 1001) { id } }'), limit(/"first" must be at most 1000, found 1001/)],
  [
    'a nested page of 1,001',
    post('{ customers { orders(first: 1001) { id } } }'),
    limit(/"first" must be at most 1000/),
  ],
  [
    '1,001 values',
    filterOrders(`{"id":{"in":[${repeat(1001, String, ',')}]}}`),
    limit(/maximum of 1000 values, found 1001/),
  ],
  [
    '300,000 values',
    filterOrders(`{"id":{"nin":[${repeat(300_000, () => '1', ',')}]}}`),
    limit(/maximum of 100000 JSON values/),
  ],
  ['a body of 10 MB', post(`#${'x'.repeat(10_000_000)}`), { ...limit(/maximum of 1048576 bytes/), status: 413 }],
  [
    'a query string of 100 KB',
    (shop) => fetch(`${shop.origin}/graphql?query=${'x'.repeat(100_000)}`, { headers: { accept: 'application/json' } }),
    { ...limit(/POST/), status: 414 },
  ],
];

const numbers: readonly Case[] = [
  ['Int beyond 32 bits', compare('orders', 'id', 'Int', '2147483648'), bad(/Int cannot represent.*2147483648/)],
  ['Int with a fraction', compare('orders', 'id', 'Int', '1.5'), bad(/non-integer value: 1.5/)],
  ['Int as text', compare('orders', 'id', 'Int', '"1"'), bad(/non-integer value: "1"/)],
  ['Int as a boolean', compare('orders', 'id', 'Int', 'true'), bad(/non-integer value: true/)],
  ['Int as a list', compare('orders', 'id', 'Int', '[1]'), bad(/non-integer value: \[1\]/)],
  ['Int of 1e400', compare('orders', 'id', 'Int', '1e400'), bad(/invalid value 1e400.*Int cannot represent/)],
  ['Int of 100,000 digits', compare('orders', 'id', 'Int', digits), bad(/Int cannot represent/)],
  [
    'Int of 100,000 digits in a document',
    post(`{ orders(filter: { id: { eq: ${digits} } }) { id } }`),
    bad(/Int cannot represent/),
  ],
  ['Short beyond 16 bits', compare('orders', 'priority', 'Short', '-32769'), bad(/from -32768 to 32767/)],
  [
    'Long beyond 64 bits',
    compare('customers', 'loyalty_points', 'Long', '9223372036854775808'),
    bad(/to 9223372036854775807/),
  ],
  ['Long with a fraction', compare('customers', 'loyalty_points', 'Long', '"1.5"'), bad(/Long must be an integer/)],
  ['Long of 1e400', compare('customers', 'loyalty_points', 'Long', '1e400'), bad(/Long must be an integer/)],
  ['Decimal of 140,000 digits', compare('orders', 'total', 'Decimal', digits), bad(/maximum of 131072 digits/)],
  [
    'Decimal of 140,000 digits in a document',
    post(`{ orders(filter: { total: { eq: ${digits} } }) { id } }`),
    bad(/maximum of 131072 digits/),
  ],
  ['Decimal of 1e1001', compare('orders', 'total', 'Decimal', '1e1001'), bad(/maximum exponent of 1000/)],
  ['Decimal in words', compare('orders', 'total', 'Decimal', '"ten"'), bad(/number or a string of digits/)],
  ['Decimal in hexadecimal', compare('orders', 'total', 'Decimal', '"0x10"'), bad(/number or a string of digits/)],
  ['Float of 1e400', compare('products', 'weight', 'Float', '1e400'), bad(/invalid value 1e400/)],
  [
    'Float of 1e400 in a document',
    post('{ products(filter: { weight: { eq: 1e400 } }) { id } }'),
    bad(/Float cannot represent/),
  ],
  ['Float as text', compare('products', 'weight', 'Float', '"nan"'), bad(/Float cannot represent/)],
  ['Single beyond 32 bits', compare('products', 'rating', 'Single', '1e39'), bad(/32-bit floating-point/)],
  [
    'Single nearer to zero than 32 bits can be',
    compare('products', 'rating', 'Single', '1e-60'),
    { ...bad(/out of range/), status: 200 },
    'postgresRanges',
  ],
  ['a page of -1', post('{ orders(first: -1) { id } }'), bad(/"first" must be 0 or more, found -1/)],
  [
    'a page by variable of -1',
    postWith('query ($n: Int) { orders(first: $n) { id } }', '{"n":-1}'),
    bad(/"first" must be 0 or more/),
  ],
  ['an offset of -1', post('{ orders(offset: -1) { id } }'), bad(/"offset" must be 0 or more, found -1/)],
  [
    'pages from both ends',
    post('{ orders_connection(first: 1, last: 1) { totalCount } }'),
    bad(/"first" and "last" cannot be combined/),
  ],
  [
    'an offset with a cursor',
    post('{ orders_connection(offset: 1, after: "x") { totalCount } }'),
    bad(/cursor|"offset" cannot be combined/),
  ],
];

const values: readonly Case[] = [
  [
    '30 February',
    compare('customers', 'birthday', 'Date', '"2024-02-30"'),
    bad(/date such as "1999-01-08", found "2024-02-30"/),
  ],
  ['29 February of no leap year', compare('customers', 'birthday', 'Date', '"2023-02-29"'), bad(/found "2023-02-29"/)],
  [
    'the year 0',
    compare('customers', 'birthday', 'Date', '"0000-01-01"'),
    bad(/found "0000-01-01"/),
    'yearZeroRejected',
  ],
  [
    'the year 5874898',
    compare('customers', 'birthday', 'Date', '"5874898-01-01"'),
    bad(/Date must be between/),
    'postgresRanges',
  ],
  [
    'a day of no year',
    compare('customers', 'birthday', 'Date', '"0000-00-00"'),
    bad(/Date must be between/),
    'postgresRanges',
  ],
  ['a day with a time', compare('customers', 'birthday', 'Date', '"2024-01-01T00:00:00Z"'), bad(/Date must be a date/)],
  ['a day as a number', compare('customers', 'birthday', 'Date', '20240101'), bad(/Date must be a date/)],
  [
    'a minute past 24 o’clock',
    compare('employees', 'shift_start', 'LocalTime', '"24:01"'),
    bad(/time from "00:00:00" to "24:00:00", found "24:01:00"/),
    'postgresRanges',
  ],
  [
    '24 o’clock of a day',
    compare('orders', 'placed_at', 'DateTime', '"2024-01-01T24:00:00Z"'),
    bad(/DateTime must be ISO 8601/),
  ],
  [
    'a time before all others',
    compare('orders', 'placed_at', 'DateTime', '"4714-11-24T00:00:00+00:01 BC"'),
    bad(/DateTime must be between "4714-11-24T00:00:00 BC"/),
    'postgresRanges',
  ],
  ['a time in words', compare('orders', 'placed_at', 'DateTime', '"noon"'), bad(/DateTime must be ISO 8601/)],
  ['a malformed UUID', compare('products', 'sku', 'UUID', '"f81d4fae"'), bad(/UUID must look like/), 'uuidType'],
  ['malformed Base64', compare('products', 'thumbnail', 'Base64String', '"abc"'), bad(/standard Base64 with padding/)],
  [
    'a number as text',
    compare('customers', 'name', 'String', '1'),
    bad(/String cannot represent a non string value: 1/),
  ],
  ['a text as a boolean', compare('products', 'discontinued', 'Boolean', '"true"'), bad(/Boolean cannot represent/)],
  ['NUL in text', compare('customers', 'name', 'String', '"a\\u0000b"'), bad(/must not contain NUL/)],
  ['half a surrogate pair', compare('customers', 'name', 'String', '"a\\ud800"'), bad(/lone surrogate/)],
  [
    'half a surrogate pair in a document',
    post('{ customers(filter: { name: { eq: "\\ud800" } }) { id } }'),
    bad(/Invalid Unicode escape/),
  ],
  [
    'NUL in a key',
    postWith('query ($c: String!) { sale_by_pk(month: "2024-01-01", country: $c) { orders } }', '{"c":"\\u0000"}'),
    bad(/must not contain NUL/),
  ],
  ['NUL in a list', filterOrders('{"reference":{"in":["\\u0000"]}}'), bad(/must not contain NUL/)],
  ['NUL in a pattern', filterOrders('{"comment":{"icontains":"\\u0000"}}'), bad(/must not contain NUL/)],
  ['a list as a filter', filterOrders('[]'), bad(/Expected type "OrderFilterInput" to be an object/)],
  ['a text as a filter', filterOrders('"id = 1"'), bad(/Expected type "OrderFilterInput" to be an object/)],
  ['a value where operators stand', filterOrders('{"id":1}'), bad(/Expected type "IntFilterInput" to be an object/)],
  ['an unknown field', filterOrders('{"totl":{"eq":1}}'), field(/"totl" is not defined.*Did you mean "total"/)],
  ['a prototype as a field', filterOrders('{"__proto__":{"id":{"eq":1}}}'), field(/"__proto__" is not defined/)],
  ['a constructor as a field', filterOrders('{"constructor":{"id":{"eq":1}}}'), field(/"constructor" is not defined/)],
  [
    'a variable that is missing',
    postWith('query ($id: Int!) { order_by_pk(id: $id) { id } }', '{}'),
    bad(/"\$id" of required type "Int!" was not provided/),
  ],
  [
    'null for what must be',
    postWith('query ($id: Int!) { order_by_pk(id: $id) { id } }', '{"id":null}'),
    bad(/"\$id" of non-null type "Int!" must not be null/),
  ],
  [
    'null in place of a default',
    postWith('query ($id: Int = 1) { order_by_pk(id: $id) { id } }', '{"id":null}'),
    bad(/"\$id" must not be null here/),
  ],
  ['variables as a list', postWith('{ __typename }', '[]'), bad(/"variables" must be a JSON object/)],
];

const orders = (after: string): Send =>
  postWith(
    'query ($c: String) { orders_connection(after: $c) { totalCount items { id } } }',
    `{"c":${JSON.stringify(after)}}`,
  );

const cursors: readonly Case[] = [
  [
    'a cursor that is none',
    orders('abc'),
    bad(/Malformed cursor\. Pass a "startCursor" or "endCursor" unchanged \(argument "after"\)/),
  ],
  ['an empty cursor', orders(''), bad(/Malformed cursor/)],
  ['a cursor of its own making', orders(cursor(['Order', '1'])), bad(/belongs to another list or order/)],
  ['a cursor that is no list', orders(cursor({ id: 1 })), bad(/Malformed cursor/)],
  [
    'a cursor in a document',
    post('{ orders_connection(before: "%") { totalCount } }'),
    bad(/Malformed cursor.*"before"/),
  ],
  [
    'a cursor as a number',
    postWith('query ($c: String) { orders_connection(after: $c) { totalCount } }', '{"c":1}'),
    bad(/String cannot represent/),
  ],
];

/** Invalid requests, one error each. */
export const badInput: readonly Case[] = [
  ...documents,
  ...sizes,
  ...numbers,
  ...values,
  ...cursors,
  ...badGroups,
  ...badPaths,
];
