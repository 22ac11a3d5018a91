-- The sample shop on SQL Server: the tables of postgres.sql, without the columns that need arrays. Batches end with `go`.

create table employees (
  id int identity primary key,
  first_name nvarchar(100) not null,
  last_name nvarchar(300) not null,
  email nvarchar(200) not null unique,
  title nvarchar(100),
  manager_id int,
  hired_on date not null,
  salary decimal(10, 2),
  active bit not null default 1,
  shift_start time(6),
  notes nvarchar(max),
  foreign key (manager_id) references employees (id)
);

create table customers (
  id int identity primary key,
  name nvarchar(300) not null,
  email nvarchar(200) not null unique,
  phone nvarchar(30),
  country nvarchar(2) not null,
  city nvarchar(100),
  vat_number nvarchar(20),
  birthday date,
  newsletter bit,
  satisfaction smallint check (satisfaction between 1 and 5),
  loyalty_points bigint not null default 0,
  credit decimal(14, 4),
  account_manager_id int,
  external_id uniqueidentifier,
  last_ip nvarchar(45),
  notes nvarchar(max),
  created_at datetime2(6) not null default sysutcdatetime(),
  updated_at datetime2(6),
  foreign key (account_manager_id) references employees (id)
);

create table addresses (
  id int identity primary key,
  customer_id int not null,
  line1 nvarchar(200) not null,
  line2 nvarchar(200),
  postal_code nvarchar(12),
  city nvarchar(100) not null,
  country nvarchar(2) not null,
  latitude float,
  longitude float,
  foreign key (customer_id) references customers (id)
);

create table categories (
  id smallint identity primary key,
  name nvarchar(300) not null unique,
  description nvarchar(max),
  parent_id smallint,
  foreign key (parent_id) references categories (id)
);

create table suppliers (
  id int identity primary key,
  name nvarchar(200) not null,
  country nvarchar(2) not null,
  website nvarchar(200),
  since date,
  rating real,
  balance decimal(30, 10) not null default 0
);

create table products (
  id int identity primary key,
  sku uniqueidentifier not null unique,
  name nvarchar(300) not null,
  description nvarchar(max),
  category_id smallint,
  price decimal(10, 2) not null,
  unit_cost decimal(30, 12),
  stock smallint not null default 0,
  discontinued bit not null default 0,
  weight float,
  rating real,
  barcode bigint,
  attributes nvarchar(max) check (isjson(attributes) = 1),
  thumbnail varbinary(max),
  available_from date,
  pickup_from time(6),
  warranty nvarchar(60),
  created_at datetime2(6) not null default sysutcdatetime(),
  foreign key (category_id) references categories (id)
);

-- A unique constraint would accept NULL only once.
create unique index products_barcode on products (barcode) where barcode is not null;

create table product_suppliers (
  product_id int not null,
  supplier_id int not null,
  cost decimal(10, 4) not null,
  lead_days smallint,
  preferred bit not null default 0,
  primary key (product_id, supplier_id),
  foreign key (product_id) references products (id),
  foreign key (supplier_id) references suppliers (id)
);

create table orders (
  id int identity primary key,
  reference nvarchar(20),
  customer_id int not null,
  employee_id int,
  billing_address_id int not null,
  shipping_address_id int,
  status nvarchar(20) not null default 'PENDING'
    check (status in ('PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'RETURNED')),
  priority smallint,
  gift bit not null default 0,
  placed_at datetime2(6) not null default sysutcdatetime(),
  required_on date,
  shipped_at datetime2(6),
  total decimal(12, 2) not null default 0,
  comment nvarchar(max),
  foreign key (customer_id) references customers (id),
  foreign key (employee_id) references employees (id),
  foreign key (billing_address_id) references addresses (id),
  foreign key (shipping_address_id) references addresses (id)
);

create unique index orders_reference on orders (reference) where reference is not null;

create table order_details (
  order_id int not null,
  line_no int not null,
  product_id int not null,
  quantity int not null check (quantity > 0),
  unit_price decimal(10, 2) not null,
  discount decimal(4, 3) not null default 0,
  line_total as cast(round(quantity * unit_price * (1 - discount), 2) as decimal(12, 2)) persisted,
  note nvarchar(max),
  primary key (order_id, line_no),
  foreign key (order_id) references orders (id) on delete cascade,
  foreign key (product_id) references products (id)
);

go

create view sales as
select
  datefromparts(year(o.placed_at), month(o.placed_at), 1) as month,
  c.country,
  count_big(distinct o.id) as orders,
  sum(cast(d.quantity as bigint)) as quantity,
  cast(sum(d.line_total) as decimal(38, 2)) as revenue
from orders o
join customers c on c.id = o.customer_id
join order_details d on d.order_id = o.id
where o.status not in ('CANCELLED', 'RETURNED')
group by datefromparts(year(o.placed_at), month(o.placed_at), 1), c.country;
go

create procedure restock @product_id int, @amount int, @stock int output as
begin
  set nocount on;
  update products set stock = stock + @amount where id = @product_id;
  select @stock = stock from products where id = @product_id;
  if @stock is null
  begin
    declare @problem nvarchar(200) = concat('There is no product ', @product_id, '.');
    throw 50001, @problem, 1;
  end;
end;
go

exec sp_addextendedproperty 'MS_Description', N'Whom this employee reports to; nobody, for the head of the shop', 'schema', 'dbo', 'table', 'employees', 'column', 'manager_id';
exec sp_addextendedproperty 'MS_Description', N'Local time at which the working day begins', 'schema', 'dbo', 'table', 'employees', 'column', 'shift_start';
exec sp_addextendedproperty 'MS_Description', N'People who work in the shop', 'schema', 'dbo', 'table', 'employees';
exec sp_addextendedproperty 'MS_Description', N'ISO 3166 code of two letters', 'schema', 'dbo', 'table', 'customers', 'column', 'country';
exec sp_addextendedproperty 'MS_Description', N'Whether they want the newsletter; NULL when never asked', 'schema', 'dbo', 'table', 'customers', 'column', 'newsletter';
exec sp_addextendedproperty 'MS_Description', N'Last answer to "how did we do?", 1 to 5', 'schema', 'dbo', 'table', 'customers', 'column', 'satisfaction';
exec sp_addextendedproperty 'MS_Description', N'Address of the last visit', 'schema', 'dbo', 'table', 'customers', 'column', 'last_ip';
exec sp_addextendedproperty 'MS_Description', N'People and firms that buy from the shop', 'schema', 'dbo', 'table', 'customers';
exec sp_addextendedproperty 'MS_Description', N'Where customers get parcels and invoices', 'schema', 'dbo', 'table', 'addresses';
exec sp_addextendedproperty 'MS_Description', N'The wider category; NULL at the top', 'schema', 'dbo', 'table', 'categories', 'column', 'parent_id';
exec sp_addextendedproperty 'MS_Description', N'Kinds of products, as a tree', 'schema', 'dbo', 'table', 'categories';
exec sp_addextendedproperty 'MS_Description', N'What the shop owes them; below zero what they owe the shop', 'schema', 'dbo', 'table', 'suppliers', 'column', 'balance';
exec sp_addextendedproperty 'MS_Description', N'Firms that the shop buys from', 'schema', 'dbo', 'table', 'suppliers';
exec sp_addextendedproperty 'MS_Description', N'Stock keeping unit: the identity that suppliers and the shop share', 'schema', 'dbo', 'table', 'products', 'column', 'sku';
exec sp_addextendedproperty 'MS_Description', N'Kilograms', 'schema', 'dbo', 'table', 'products', 'column', 'weight';
exec sp_addextendedproperty 'MS_Description', N'What only some products have: colour, size, voltage', 'schema', 'dbo', 'table', 'products', 'column', 'attributes';
exec sp_addextendedproperty 'MS_Description', N'Things that the shop sells, or sold once', 'schema', 'dbo', 'table', 'products';
exec sp_addextendedproperty 'MS_Description', N'Days from our order to their delivery', 'schema', 'dbo', 'table', 'product_suppliers', 'column', 'lead_days';
exec sp_addextendedproperty 'MS_Description', N'Who can deliver what, and for how much', 'schema', 'dbo', 'table', 'product_suppliers';
exec sp_addextendedproperty 'MS_Description', N'Who took the order; NULL when it came over the web', 'schema', 'dbo', 'table', 'orders', 'column', 'employee_id';
exec sp_addextendedproperty 'MS_Description', N'NULL when the parcel goes to the billing address', 'schema', 'dbo', 'table', 'orders', 'column', 'shipping_address_id';
exec sp_addextendedproperty 'MS_Description', N'When the parcel left, by the clock of the warehouse (UTC)', 'schema', 'dbo', 'table', 'orders', 'column', 'shipped_at';
exec sp_addextendedproperty 'MS_Description', N'Sum of the lines, in euro', 'schema', 'dbo', 'table', 'orders', 'column', 'total';
exec sp_addextendedproperty 'MS_Description', N'What customers have ordered', 'schema', 'dbo', 'table', 'orders';
exec sp_addextendedproperty 'MS_Description', N'Quantity times price less discount, rounded to cents', 'schema', 'dbo', 'table', 'order_details', 'column', 'line_total';
exec sp_addextendedproperty 'MS_Description', N'The lines of an order', 'schema', 'dbo', 'table', 'order_details';
exec sp_addextendedproperty 'MS_Description', N'Takes goods into stock', 'schema', 'dbo', 'procedure', 'restock';
