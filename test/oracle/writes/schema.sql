-- What the model of writes is compared with: every kind of constraint, default and trigger that changes what a write does.
create type grade as enum ('low', 'mid', 'high');

create table regions (
  code text primary key constraint regions_code_form check (code ~ '^[a-z]{2,6}$'),
  name text not null constraint regions_name_once unique
);

create sequence product_numbers;

create table products (
  -- An expression as default, whose values can be foretold.
  id uuid primary key default md5(nextval('product_numbers')::text)::uuid,
  sku text not null constraint products_sku_once unique,
  price numeric(8, 2) not null constraint products_price_form check (price >= 0),
  stock int not null default 0 constraint products_stock_form check (stock >= 0),
  place int constraint products_place_once unique deferrable initially deferred,
  label text generated always as (sku || ' ' || coalesce(place::text, '-')) stored,
  weight numeric,
  -- Kept by a trigger of another table.
  reach int not null default 0,
  replaced_by uuid constraint products_replacement references products on delete set null
);

create table customers (
  id int generated always as identity primary key,
  name text not null constraint customers_name_said check (name <> ''),
  email text constraint customers_email_once unique,
  owner text not null default 'house',
  credit numeric(8, 2) not null default 0 constraint customers_credit_form check (credit >= -100),
  grade grade not null default 'mid',
  tags text[],
  region text constraint customers_region references regions,
  favourite uuid constraint customers_favourite references products deferrable initially deferred
);

create table orders (
  id serial primary key,
  customer_id int not null constraint orders_customer references customers on delete cascade,
  number int,
  status text not null default 'open' constraint orders_status_known check (status in ('open', 'paid', 'closed')),
  note text,
  extra jsonb,
  ship_region text constraint orders_ship_region references regions on delete set null,
  total numeric(10, 2) not null default 0,
  version int not null default 1,
  constraint orders_number_once unique (customer_id, number)
);

create table order_lines (
  order_id int constraint order_lines_order references orders on delete cascade,
  product_id uuid constraint order_lines_product references products on delete restrict,
  quantity int not null default 1 constraint order_lines_quantity_form check (quantity between 1 and 99),
  price numeric(8, 2) not null default 10,
  amount numeric(10, 2) generated always as (quantity * price) stored,
  primary key (order_id, product_id)
);

create table product_regions (
  product_id uuid constraint product_regions_product references products on delete cascade,
  region_code text constraint product_regions_region references regions on delete cascade,
  since int not null default 2000,
  primary key (product_id, region_code)
);

create table memos (
  id int generated always as identity primary key,
  body text not null constraint memos_body_said check (body <> ''),
  region text constraint memos_region references regions
);

-- A column of every kind.
create table samples (
  code smallint primary key,
  sample_day date,
  at timestamptz,
  local timestamp,
  hour time,
  bytes bytea,
  ok boolean not null default false,
  ratio float8,
  single real,
  big bigint constraint samples_big_form check (big <> 13),
  sizes int[],
  grades grade[],
  word varchar(8)
);

create view open_orders as
  select id, customer_id, number, status, note from orders where status = 'open'
  with check option;

create function keep_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'paid' then
      raise exception 'Paid orders are kept.';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if old.status = 'closed' then
      raise exception 'Closed orders do not change.';
    end if;
    new.version := old.version + 1;
  end if;
  if new.note = 'pay' then
    new.status := 'paid';
  end if;
  return new;
end $$;

-- Whoever sets the setting puts rows in as they are.
create trigger keep_orders before insert or update or delete on orders for each row
  when (current_setting('model.still', true) is distinct from 'yes') execute function keep_orders();

create function sum_orders() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    update orders set total = total + new.amount - case tg_op when 'UPDATE' then old.amount else 0 end where id = new.order_id;
  else
    update orders set total = total - old.amount where id = old.order_id;
  end if;
  return null;
end $$;

create trigger sum_orders after insert or update or delete on order_lines for each row
  when (current_setting('model.still', true) is distinct from 'yes') execute function sum_orders();

create function count_regions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update products set reach = reach + 1 where id = new.product_id;
  else
    update products set reach = reach - 1 where id = old.product_id;
  end if;
  return null;
end $$;

create trigger count_regions after insert or delete on product_regions for each row
  when (current_setting('model.still', true) is distinct from 'yes') execute function count_regions();
