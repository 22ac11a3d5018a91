import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultDatabase } from './fault-database.ts';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

const rows = (last: number, row: (n: number) => string): string => upTo(last).map(row).join(', ');

/** The tables of `postgres-tables.ts` for MySQL and MariaDB. */
export const familyTables = `
  create table entries (id char(36) primary key, said text not null);
  create table seats (id int primary key, taken_by char(36));
  insert into seats (id) values ${rows(100_000, (n) => `(${n})`)};
  create table things (id int primary key, name varchar(20) not null);
  insert into things values ${rows(1000, (n) => `(${n}, 'thing ${n}')`)};
  create table others (id int primary key, name varchar(20) not null);
  insert into others values ${rows(1000, (n) => `(${n}, 'other ${n}')`)};
  create table lengths (ms int primary key);
  insert into lengths values (50), (100), (200), (300), (500), (1000), (2000), (5000), (20000), (60000);
  create view pauses as select ms, cast(sleep(ms / 1000) as char) as slept from lengths;
  create table pages (id int primary key, body longtext not null);
  insert into pages values ${rows(40, (n) => `(${n}, repeat(sha2(${n}, 256), 8000))`)};
`;

/** Recreates the table in a folder with its rows; concurrent writes go to either of the two. */
export async function moveTable(
  table: string,
  { folder, query }: { readonly folder: string } & Pick<FaultDatabase, 'query'>,
): Promise<void> {
  const target = join(folder, 'tables');
  await mkdir(target);
  // The server runs as another user.
  await chmod(target, 0o777);
  const [definition] = await query(`show create table ${table}`);
  await query(`${String(definition?.['Create Table']).replace(table, 'moved')} data directory = '${target}'`);
  await query(`rename table ${table} to left_behind, moved to ${table}`);
  await query(`insert into ${table} select * from left_behind`);
  await query('drop table left_behind');
}
