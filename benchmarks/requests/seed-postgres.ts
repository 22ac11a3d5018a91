/** Policy for contenders that use row-level security. */
export const shortRemarks = `
create table short_remarks (like remarks including all);
alter table short_remarks add foreign key (order_id) references orders;
alter table short_remarks enable row level security;
alter table short_remarks force row level security;
create policy short on short_remarks using (true) with check (weight < 100);`;

/** Grouping for contenders that can only call functions. */
export const ordersByStatus = `
create function orders_by_status(from_id int) returns table (status text, count bigint, sum numeric)
language sql stable as $$
  select o.status, count(*), sum(o.total) from orders o
  where o.id >= from_id and o.id < from_id + 1000 group by o.status order by o.status
$$;`;
