-- 10,000 customers, 10 orders each, 3 lines an order; the same rows every time.
create table customers (
  id int primary key,
  name text not null,
  email text not null,
  country text not null,
  created_at timestamptz not null
);
insert into customers
select n, 'Customer ' || n, 'customer' || n || '@example.com', (array['NL', 'DE', 'FR', 'JP', 'BR'])[1 + n % 5],
  timestamptz '2020-01-01 00:00:00+00' + n * interval '37 minutes'
from generate_series(1, 10000) n;

create table orders (
  id int primary key,
  customer_id int not null references customers,
  status text not null,
  total numeric(12, 2) not null,
  placed_at timestamptz not null,
  note text
);
insert into orders
select n, 1 + (n - 1) / 10, (array['NEW', 'PAID', 'SHIPPED'])[1 + n % 3], (n * 7919 % 100000) / 100.0,
  timestamptz '2021-01-01 00:00:00+00' + n * interval '11 minutes', case when n % 4 = 0 then 'Ring twice at door ' || n end
from generate_series(1, 100000) n;

create table order_lines (
  id int primary key,
  order_id int not null references orders,
  product text not null,
  quantity int not null,
  price numeric(12, 2) not null
);
insert into order_lines
select n, 1 + (n - 1) / 3, 'Product ' || n * 31 % 997, 1 + n % 7, (n * 6311 % 10000) / 100.0
from generate_series(1, 300000) n;

create index on orders (customer_id, id);
create index on orders (placed_at, id);
create index on order_lines (order_id, id);

-- What is written to.
create table remarks (
  id int generated always as identity primary key,
  order_id int not null references orders,
  body text not null,
  weight int not null,
  made_at timestamptz not null default now()
);
create index on remarks (order_id);

-- The same under a policy of the database, for who holds to those.
create table short_remarks (like remarks including all);
alter table short_remarks add foreign key (order_id) references orders;
alter table short_remarks enable row level security;
alter table short_remarks force row level security;
create policy short on short_remarks using (true) with check (weight < 100);

-- Groups, for who knows no others than functions.
create function orders_by_status(from_id int) returns table (status text, count bigint, sum numeric)
language sql stable as $$
  select o.status, count(*), sum(o.total) from orders o
  where o.id >= from_id and o.id < from_id + 1000 group by o.status order by o.status
$$;
