/** The tables of `benchmarks/requests/seed.ts`, with a tenth as many customers and three lines per order. */
export const makeTables = (orders: number): string => `
create unlogged table customers (
  id int primary key, name text not null, email text not null, country text not null, created_at timestamptz not null
);
insert into customers
select n, 'Customer ' || n, 'customer' || n || '@example.com', (array['NL', 'DE', 'FR', 'JP', 'BR'])[1 + n % 5],
  timestamptz '2020-01-01 00:00:00+00' + n * interval '37 minutes'
from generate_series(1, ${orders / 10}) n;

create unlogged table orders (
  id int primary key, customer_id int not null references customers, status text not null,
  total numeric(12, 2) not null, placed_at timestamptz not null, note text
);
insert into orders
select n, 1 + (n - 1) / 10, (array['NEW', 'PAID', 'SHIPPED'])[1 + n % 3], (n * 7919::bigint % 100000) / 100.0,
  timestamptz '2021-01-01 00:00:00+00' + n * interval '11 minutes', case when n % 4 = 0 then 'Ring twice at door ' || n end
from generate_series(1, ${orders}) n;

create unlogged table order_lines (
  id int primary key, order_id int not null references orders, product text not null,
  quantity int not null, price numeric(12, 2) not null
);
insert into order_lines
select n, 1 + (n - 1) / 3, 'Product ' || n * 31::bigint % 997, 1 + n % 7, (n * 6311::bigint % 10000) / 100.0
from generate_series(1, ${orders * 3}) n;

create unlogged table remarks (
  id int generated always as identity primary key, order_id int not null references orders,
  body text not null, weight int not null, made_at timestamptz not null default now()
);

create index on orders (customer_id, id);
create index on orders (placed_at, id);
create index on order_lines (order_id, id);
`;
