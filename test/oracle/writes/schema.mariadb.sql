-- The same as in schema.sql, as far as MariaDB has it: no lists, and no constraint waits for the end of a transaction.
create table regions (
  code varchar(20) primary key check (code regexp '^[a-z]{2,6}$'),
  name varchar(100) not null,
  constraint regions_name_once unique (name)
);

create sequence product_numbers nocache;

create table products (
  -- An expression as default, whose values can be foretold.
  id uuid primary key default (concat('00000000-0000-4000-8000-', lpad(nextval(product_numbers), 12, '0'))),
  sku varchar(20) not null,
  price decimal(8, 2) not null check (price >= 0),
  stock int not null default 0 check (stock >= 0),
  place int,
  label varchar(99) generated always as (concat(sku, ' ', coalesce(place, '-'))) stored,
  weight decimal(30, 3),
  -- Kept by a trigger of another table.
  reach int not null default 0,
  replaced_by uuid,
  constraint products_sku_once unique (sku),
  constraint products_place_once unique (place),
  constraint products_replacement foreign key (replaced_by) references products (id) on delete set null
);

create table customers (
  id int auto_increment primary key,
  name varchar(100) not null check (name <> ''),
  email varchar(100),
  owner varchar(100) not null default 'house',
  credit decimal(8, 2) not null default 0 check (credit >= -100),
  grade enum('low', 'mid', 'high') not null default 'mid',
  region varchar(20),
  favourite uuid,
  constraint customers_email_once unique (email),
  constraint customers_region foreign key (region) references regions (code),
  constraint customers_favourite foreign key (favourite) references products (id)
);

create table orders (
  id int auto_increment primary key,
  customer_id int not null,
  number int,
  status varchar(20) not null default 'open' check (status in ('open', 'paid', 'closed')),
  note text,
  extra json,
  ship_region varchar(20),
  total decimal(10, 2) not null default 0,
  version int not null default 1,
  -- In this order: MySQL 9.7 may miss a foreign key whose index has NULL in another column (docs/mysql.md).
  constraint orders_number_once unique (number, customer_id),
  constraint orders_customer foreign key (customer_id) references customers (id) on delete cascade,
  constraint orders_ship_region foreign key (ship_region) references regions (code) on delete set null
);

create table order_lines (
  order_id int,
  product_id uuid,
  quantity int not null default 1 check (quantity between 1 and 99),
  price decimal(8, 2) not null default 10,
  amount decimal(10, 2) generated always as (quantity * price) stored,
  primary key (order_id, product_id),
  constraint order_lines_order foreign key (order_id) references orders (id) on delete cascade,
  constraint order_lines_product foreign key (product_id) references products (id) on delete restrict
);

create table product_regions (
  product_id uuid,
  region_code varchar(20),
  since int not null default 2000,
  primary key (product_id, region_code),
  constraint product_regions_product foreign key (product_id) references products (id) on delete cascade,
  constraint product_regions_region foreign key (region_code) references regions (code) on delete cascade
);

create table memos (
  id int auto_increment primary key,
  body varchar(100) not null check (body <> ''),
  region varchar(20),
  constraint memos_region foreign key (region) references regions (code)
);

-- A column of every kind.
create table samples (
  code smallint primary key,
  sample_day date,
  at datetime(6),
  local datetime(6),
  hour time(6),
  bytes blob,
  ok tinyint(1) not null default false,
  ratio double,
  single float,
  big bigint check (big <> 13),
  word varchar(8)
);

create view open_orders as
  select id, customer_id, number, status, note from orders where status = 'open'
  with check option;

-- Whoever sets the variable puts rows in as they are.
create trigger keep_new_orders before insert on orders for each row
  if @still is null and new.note = 'pay' then
    set new.status = 'paid';
  end if;

create trigger keep_changed_orders before update on orders for each row
  if @still is null then
    if old.status = 'closed' then
      signal sqlstate '45000' set message_text = 'Closed orders do not change.';
    end if;
    set new.version = old.version + 1;
    if new.note = 'pay' then
      set new.status = 'paid';
    end if;
  end if;

create trigger keep_gone_orders before delete on orders for each row
  if @still is null and old.status = 'paid' then
    signal sqlstate '45000' set message_text = 'Paid orders are kept.';
  end if;

create trigger sum_new_lines after insert on order_lines for each row
  if @still is null then
    update orders set total = total + new.amount where id = new.order_id;
  end if;

create trigger sum_changed_lines after update on order_lines for each row
  if @still is null then
    update orders set total = total + new.amount - old.amount where id = new.order_id;
  end if;

create trigger sum_gone_lines after delete on order_lines for each row
  if @still is null then
    update orders set total = total - old.amount where id = old.order_id;
  end if;

create trigger count_new_regions after insert on product_regions for each row
  if @still is null then
    update products set reach = reach + 1 where id = new.product_id;
  end if;

create trigger count_gone_regions after delete on product_regions for each row
  if @still is null then
    update products set reach = reach - 1 where id = old.product_id;
  end if;
