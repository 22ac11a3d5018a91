-- The sample shop on MySQL: the tables of postgres.sql, without the columns that need arrays.

set names utf8mb4 collate utf8mb4_0900_bin;
alter database character set utf8mb4 collate utf8mb4_0900_bin;

create table employees (
  id int auto_increment primary key,
  first_name varchar(100) not null,
  last_name varchar(300) not null,
  email varchar(200) not null unique,
  title varchar(100),
  manager_id int comment 'Whom this employee reports to; nobody, for the head of the shop',
  hired_on date not null,
  salary decimal(10, 2),
  active tinyint(1) not null default 1,
  shift_start time(6) comment 'Local time at which the working day begins',
  notes text,
  foreign key (manager_id) references employees (id)
) comment 'People who work in the shop';

create table customers (
  id int auto_increment primary key,
  name varchar(300) not null,
  email varchar(200) not null unique,
  phone varchar(30),
  country varchar(2) not null comment 'ISO 3166 code of two letters',
  city varchar(100),
  vat_number varchar(20),
  birthday date,
  newsletter tinyint(1) comment 'Whether they want the newsletter; NULL when never asked',
  satisfaction smallint comment 'Last answer to "how did we do?", 1 to 5' check (satisfaction between 1 and 5),
  loyalty_points bigint not null default 0,
  credit decimal(14, 4),
  account_manager_id int,
  external_id char(36),
  last_ip varchar(45) comment 'Address of the last visit',
  notes text,
  created_at datetime(6) not null default current_timestamp(6),
  updated_at datetime(6),
  foreign key (account_manager_id) references employees (id)
) comment 'People and firms that buy from the shop';

create table addresses (
  id int auto_increment primary key,
  customer_id int not null,
  line1 varchar(200) not null,
  line2 varchar(200),
  postal_code varchar(12),
  city varchar(100) not null,
  country varchar(2) not null,
  latitude double,
  longitude double,
  foreign key (customer_id) references customers (id)
) comment 'Where customers get parcels and invoices';

create table categories (
  id smallint auto_increment primary key,
  name varchar(300) not null unique,
  description text,
  parent_id smallint comment 'The wider category; NULL at the top',
  foreign key (parent_id) references categories (id)
) comment 'Kinds of products, as a tree';

create table suppliers (
  id int auto_increment primary key,
  name varchar(200) not null,
  country varchar(2) not null,
  website varchar(200),
  since date,
  rating float,
  balance decimal(30, 10) not null default 0 comment 'What the shop owes them; below zero what they owe the shop'
) comment 'Firms that the shop buys from';

create table products (
  id int auto_increment primary key,
  sku char(36) not null unique comment 'Stock keeping unit: the identity that suppliers and the shop share',
  name varchar(300) not null,
  description text,
  category_id smallint,
  price decimal(10, 2) not null,
  unit_cost decimal(30, 12),
  stock smallint not null default 0,
  discontinued tinyint(1) not null default 0,
  weight double comment 'Kilograms',
  rating float,
  barcode bigint unique,
  attributes json comment 'What only some products have: colour, size, voltage',
  thumbnail blob,
  available_from date,
  pickup_from time(6),
  warranty varchar(60),
  created_at datetime(6) not null default current_timestamp(6),
  foreign key (category_id) references categories (id)
) comment 'Things that the shop sells, or sold once';

create table product_suppliers (
  product_id int not null,
  supplier_id int not null,
  cost decimal(10, 4) not null,
  lead_days smallint comment 'Days from our order to their delivery',
  preferred tinyint(1) not null default 0,
  primary key (product_id, supplier_id),
  foreign key (product_id) references products (id),
  foreign key (supplier_id) references suppliers (id)
) comment 'Who can deliver what, and for how much';

create table orders (
  id int auto_increment primary key,
  reference varchar(20) unique,
  customer_id int not null,
  employee_id int comment 'Who took the order; NULL when it came over the web',
  billing_address_id int not null,
  shipping_address_id int comment 'NULL when the parcel goes to the billing address',
  status enum('PENDING', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'RETURNED') not null default 'PENDING',
  priority smallint,
  gift tinyint(1) not null default 0,
  placed_at datetime(6) not null default current_timestamp(6),
  required_on date,
  shipped_at datetime(6) comment 'When the parcel left, by the clock of the warehouse (UTC)',
  total decimal(12, 2) not null default 0 comment 'Sum of the lines, in euro',
  comment text,
  foreign key (customer_id) references customers (id),
  foreign key (employee_id) references employees (id),
  foreign key (billing_address_id) references addresses (id),
  foreign key (shipping_address_id) references addresses (id)
) comment 'What customers have ordered';

create table order_details (
  order_id int not null,
  line_no int not null,
  product_id int not null,
  quantity int not null check (quantity > 0),
  unit_price decimal(10, 2) not null,
  discount decimal(4, 3) not null default 0,
  line_total decimal(12, 2) generated always as (round(quantity * unit_price * (1 - discount), 2)) stored
    comment 'Quantity times price less discount, rounded to cents',
  note text,
  primary key (order_id, line_no),
  foreign key (order_id) references orders (id) on delete cascade,
  foreign key (product_id) references products (id)
) comment 'The lines of an order';

create view sales as
select
  cast(date_format(o.placed_at, '%Y-%m-01') as date) as month,
  c.country,
  count(distinct o.id) as orders,
  cast(sum(d.quantity) as signed) as quantity,
  sum(d.line_total) as revenue
from orders o
join customers c on c.id = o.customer_id
join order_details d on d.order_id = o.id
where o.status not in ('CANCELLED', 'RETURNED')
group by 1, 2;

delimiter //

create procedure restock(product_id int, amount int, out stock int) modifies sql data sql security invoker comment 'Takes goods into stock'
begin
  declare problem varchar(128) default concat('There is no product ', product_id, '.');
  update products p set p.stock = p.stock + amount where p.id = product_id;
  select p.stock into stock from products p where p.id = product_id;
  if stock is null then
    signal sqlstate '45000' set message_text = problem;
  end if;
end //

create procedure place_order(
  inout customer_id int, product_ids json, quantities json, inout `comment` text,
  out id int, out status varchar(20), out total decimal(12, 2)
) modifies sql data sql security invoker comment 'Orders products that are in stock, for their price of today'
begin
  declare address int default (select min(a.id) from addresses a where a.customer_id = customer_id);
  declare problem varchar(128) default concat('There is no address of a customer ', customer_id, '.');
  if address is null then
    signal sqlstate '45000' set message_text = problem;
  end if;
  insert into orders (customer_id, billing_address_id, comment) values (customer_id, address, `comment`);
  set id = last_insert_id(), problem = null;
  insert into order_details (order_id, line_no, product_id, quantity, unit_price)
  select id, l.n, p.id, q.quantity, p.price
  from json_table(json_merge_preserve('[]', product_ids), '$[*]' columns (n for ordinality, product_id int path '$')) l
  join json_table(json_merge_preserve('[]', quantities), '$[*]' columns (n for ordinality, quantity int path '$')) q on q.n = l.n
  join products p on p.id = l.product_id;
  select concat('Product ', d.product_id, ' has fewer than ', d.quantity, ' items in stock.') into problem
  from products p
  join (select d.product_id, sum(d.quantity) as quantity from order_details d where d.order_id = id group by d.product_id) d
    on d.product_id = p.id and d.quantity > p.stock
  order by p.id
  limit 1;
  if problem is not null then
    signal sqlstate '45000' set message_text = problem;
  end if;
  update products p
  join (select d.product_id, sum(d.quantity) as quantity from order_details d where d.order_id = id group by d.product_id) d
    on d.product_id = p.id
  set p.stock = p.stock - d.quantity;
  update orders o
  set o.total = (select coalesce(sum(d.line_total), 0) from order_details d where d.order_id = id)
  where o.id = id;
  select o.status, o.total into status, total from orders o where o.id = id;
end //

delimiter ;
