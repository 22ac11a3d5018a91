import type { StoreName } from '../support/store-names.ts';
import { ordersByStatus, shortRemarks } from './seed-postgres.ts';

interface SqlFragments {
  readonly text: string;
  /** Timestamp type with microseconds. */
  readonly timestamp: string;
  readonly generatedKey: string;
  readonly ceiling: string;
  readonly now: string;
  /** Table `numbers` with column `n` from 1 to `last`. */
  readonly numbers: (last: number) => string;
  readonly minutesInto: (year: number, minutes: string) => string;
  readonly more: string;
}

const recursive = (last: number): string =>
  `(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last}) select n from numbers) as numbers`;

const usualWords = { text: 'text', ceiling: 'ceil', now: 'current_timestamp(6)', numbers: recursive };

const DIGITS = '(values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';

const familyFragments: SqlFragments = {
  ...usualWords,
  timestamp: 'datetime(6)',
  generatedKey: 'int auto_increment',
  minutesInto: (year, minutes) => `timestamp '${year}-01-01 00:00:00' + interval ${minutes} minute`,
  more: '',
};

const words: Readonly<Record<StoreName, SqlFragments>> = {
  postgres: {
    ...usualWords,
    timestamp: 'timestamptz',
    generatedKey: 'int generated always as identity',
    minutesInto: (year, minutes) => `timestamptz '${year}-01-01 00:00:00+00' + ${minutes} * interval '1 minute'`,
    more: `${shortRemarks}\n${ordersByStatus}`,
  },
  mariadb: familyFragments,
  mysql: familyFragments,
  sqlserver: {
    text: 'nvarchar(200)',
    timestamp: 'datetimeoffset(6)',
    generatedKey: 'int identity',
    ceiling: 'ceiling',
    now: 'sysdatetimeoffset()',
    numbers: (last) =>
      `(select top (${last}) cast(row_number() over (order by (select null)) as int) as n from ${[...'abcdef'].map((name) => `${DIGITS} ${name} (x)`).join(', ')}) as numbers`,
    minutesInto: (year, minutes) =>
      `dateadd(minute, ${minutes}, cast('${year}-01-01T00:00:00+00:00' as datetimeoffset(6)))`,
    more: '',
  },
};

/** 10,000 customers, 10 orders each, and 3 lines per order. The rows are the same on every store. */
export function seedOf(store: StoreName): string {
  const { text, timestamp, generatedKey, ceiling, now, numbers, minutesInto, more } = words[store];
  return `
create table customers (
  id int primary key,
  name ${text} not null,
  email ${text} not null,
  country ${text} not null,
  created_at ${timestamp} not null
);
insert into customers
select n, concat('Customer ', n), concat('customer', n, '@example.com'),
  case n % 5 when 0 then 'NL' when 1 then 'DE' when 2 then 'FR' when 3 then 'JP' else 'BR' end, ${minutesInto(2020, '(n * 37)')}
from ${numbers(10_000)};

create table orders (
  id int primary key,
  customer_id int not null,
  status ${text} not null,
  total numeric(12, 2) not null,
  placed_at ${timestamp} not null,
  note ${text},
  foreign key (customer_id) references customers (id)
);
insert into orders
select n, ${ceiling}(n / 10.0), case n % 3 when 0 then 'NEW' when 1 then 'PAID' else 'SHIPPED' end, (n * 7919 % 100000) / 100.0,
  ${minutesInto(2021, '(n * 11)')}, case when n % 4 = 0 then concat('Ring twice at door ', n) end
from ${numbers(100_000)};

create table order_lines (
  id int primary key,
  order_id int not null,
  product ${text} not null,
  quantity int not null,
  price numeric(12, 2) not null,
  foreign key (order_id) references orders (id)
);
insert into order_lines
select n, ${ceiling}(n / 3.0), concat('Product ', n * 31 % 997), 1 + n % 7, (n * 6311 % 10000) / 100.0
from ${numbers(300_000)};

create index orders_of_customer on orders (customer_id, id);
create index orders_by_moment on orders (placed_at, id);
create index lines_of_order on order_lines (order_id, id);

-- What is written to.
create table remarks (
  id ${generatedKey} primary key,
  order_id int not null,
  body ${text} not null,
  weight int not null,
  made_at ${timestamp} not null default ${now},
  foreign key (order_id) references orders (id)
);
create index remarks_of_order on remarks (order_id);
${more}`;
}
