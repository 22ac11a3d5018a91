-- The same as in schema.sql, as far as SQL Server has it: no lists, no constraint waits for the end of a transaction, a row of a table that
-- refers to that table itself keeps what it refers to, and triggers see all rows of a statement, after its constraints have.
create table regions (
  code nvarchar(20) primary key
    constraint regions_code_form check (code collate Latin1_General_BIN2 not like '%[^a-z]%' and len(code) between 2 and 6),
  -- Its beginning is asked for by a policy.
  name nvarchar(100) collate Latin1_General_BIN2 not null constraint regions_name_once unique
);

create sequence product_numbers as bigint start with 1;

create table products (
  -- An expression as default, whose values can be foretold.
  id uniqueidentifier primary key default cast('00000000-0000-4000-8000-'
    + right('000000000000' + cast(next value for product_numbers as varchar(12)), 12) as uniqueidentifier),
  sku nvarchar(20) not null constraint products_sku_once unique,
  price decimal(8, 2) not null constraint products_price_form check (price >= 0),
  stock int not null default 0 constraint products_stock_form check (stock >= 0),
  place int,
  label as replace(replace('sku place', 'place', isnull(cast(place as nvarchar(11)), '-')), 'sku', sku) persisted,
  weight decimal(30, 3),
  -- Kept by a trigger of another table.
  reach int not null default 0,
  replaced_by uniqueidentifier constraint products_replacement references products
);

-- A unique constraint would take NULL only once.
create unique index products_place_once on products (place) where place is not null;

create table customers (
  id int identity primary key,
  name nvarchar(100) not null constraint customers_name_said check (name <> ''),
  email nvarchar(100),
  owner nvarchar(100) not null default 'house',
  credit decimal(8, 2) not null default 0 constraint customers_credit_form check (credit >= -100),
  grade nvarchar(20) not null default 'mid' constraint customers_grade_known check (grade in ('low', 'mid', 'high')),
  region nvarchar(20) constraint customers_region references regions,
  favourite uniqueidentifier constraint customers_favourite references products
);

create unique index customers_email_once on customers (email) where email is not null;

create table orders (
  id int identity primary key,
  customer_id int not null constraint orders_customer references customers on delete cascade,
  number int,
  -- No list of texts, which would make it an enum.
  status nvarchar(20) not null default 'open'
    constraint orders_status_known check (charindex(',' + status + ',', ',open,paid,closed,') > 0),
  note nvarchar(max),
  extra nvarchar(max) constraint orders_extra_form check (isjson(extra) = 1),
  ship_region nvarchar(20) constraint orders_ship_region references regions on delete set null,
  total decimal(10, 2) not null default 0,
  version int not null default 1
);

create unique index orders_number_once on orders (customer_id, number) where number is not null;

create table order_lines (
  order_id int not null constraint order_lines_order references orders on delete cascade,
  product_id uniqueidentifier not null constraint order_lines_product references products,
  quantity int not null default 1 constraint order_lines_quantity_form check (quantity between 1 and 99),
  price decimal(8, 2) not null default 10,
  amount as cast(quantity * price as decimal(10, 2)) persisted,
  primary key (order_id, product_id)
);

create table product_regions (
  product_id uniqueidentifier not null constraint product_regions_product references products on delete cascade,
  region_code nvarchar(20) not null constraint product_regions_region references regions on delete cascade,
  since int not null default 2000,
  primary key (product_id, region_code)
);

create table memos (
  id int identity primary key,
  body nvarchar(100) not null constraint memos_body_said check (body <> ''),
  region nvarchar(20) constraint memos_region references regions
);

-- A column of every kind.
create table samples (
  code smallint primary key,
  sample_day date,
  at datetimeoffset(6),
  local datetime2(6),
  hour time(6),
  bytes varbinary(max),
  ok bit not null default 0,
  ratio float,
  single real,
  big bigint constraint samples_big_form check (big <> 13),
  word nvarchar(8)
);
go

create view open_orders as
  select id, customer_id, number, status, note from orders where status = 'open'
  with check option;
go

-- Whoever sets the key in the session's context puts rows in as they are. Nobody but these triggers changes a version, by which they know
-- their own changes.
create trigger keep_new_orders on orders after insert as
begin
  set nocount on;
  if session_context(N'still') is not null return;
  update o set status = 'paid', version = o.version from orders as o join inserted as i on i.id = o.id where i.note = 'pay';
end;
go

create trigger keep_changed_orders on orders after update as
begin
  set nocount on;
  if session_context(N'still') is not null or update(version) return;
  if exists (select 1 from deleted where status = 'closed') throw 50001, N'Closed orders do not change.', 1;
  update o set version = o.version + 1, status = case when o.note = 'pay' then 'paid' else o.status end
  from orders as o join inserted as i on i.id = o.id;
end;
go

create trigger keep_gone_orders on orders after delete as
begin
  set nocount on;
  if session_context(N'still') is not null return;
  if exists (select 1 from deleted where status = 'paid') throw 50002, N'Paid orders are kept.', 1;
end;
go

create trigger sum_orders on order_lines after insert, update, delete as
begin
  set nocount on;
  if session_context(N'still') is not null return;
  update o set total = o.total + c.more
  from orders as o join (
    select order_id, sum(amount) as more
    from (select order_id, amount from inserted union all select order_id, -amount from deleted) as each
    group by order_id
  ) as c on c.order_id = o.id;
end;
go

create trigger count_regions on product_regions after insert, delete as
begin
  set nocount on;
  if session_context(N'still') is not null return;
  update p set reach = p.reach + c.more
  from products as p join (
    select product_id, sum(step) as more
    from (select product_id, 1 as step from inserted union all select product_id, -1 from deleted) as each
    group by product_id
  ) as c on c.product_id = p.id;
end;
go
