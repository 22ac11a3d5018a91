create table categories (
  id int generated always as identity primary key,
  name text not null unique
);

create table products (
  id int generated always as identity primary key,
  name text not null,
  price numeric(10, 2) not null check (price >= 0),
  category_id int references categories
);

insert into categories (name) values ('Furniture'), ('Kitchen');

insert into products (name, price, category_id) values
  ('Modern Copper Spade', 9.95, 2),
  ('Large Glass Dining Table', 298.99, 1);
