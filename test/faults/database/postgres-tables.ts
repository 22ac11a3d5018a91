/**
 * Tables that clients read and write. Creates have explicit keys; each update takes a free seat. A pause lasts as many
 * milliseconds as its key. An answer of 40 pages has 20 MB.
 */
export const postgresTables = `
  create table entries (id uuid primary key, said text not null);
  create table seats (id int primary key, taken_by uuid);
  insert into seats (id) select generate_series(1, 100000);
  create table things (id int primary key, name text not null);
  insert into things select n, 'thing ' || n from generate_series(1, 1000) n;
  create table others (id int primary key, name text not null);
  insert into others select n, 'other ' || n from generate_series(1, 1000) n;
  create table lengths (ms int primary key);
  insert into lengths values (50), (100), (200), (300), (500), (1000), (2000), (5000), (20000), (60000);
  create view pauses as select ms, pg_sleep(ms / 1000.0)::text as slept from lengths;
  create table pages (id int primary key, body text not null);
  insert into pages select n, repeat(md5(n::text), 16000) from generate_series(1, 40) n;
  analyze;
`;
