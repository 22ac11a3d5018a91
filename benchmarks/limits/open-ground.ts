import { generateShape } from '../boot/generate-shape.ts';

export const TEXT_COLUMNS = 19;

/** Entities that only enlarge the schema; no request uses them. */
const ENTITIES = 300;

const texts = Array.from({ length: TEXT_COLUMNS }, (_, index) => `t${index}`);

const shape = generateShape(ENTITIES);

/**
 * 5,000 notes with 19 text columns in groups of ten, 1,000 branches with 1,000 leaves each, an inbox for writes, and
 * 300 unused tables.
 */
export const seed = `
create table notes (
  id int primary key, parent_id int references notes, amount int not null,
  ${texts.map((name) => `${name} text not null default ''`).join(', ')}
);
insert into notes
select n, case when n > 1 then n / 10 + 1 end, n % 100,
  ${texts.map((_, index) => `repeat(md5((n * 31 + ${index})::text) || ' ', 4)`).join(', ')}
from generate_series(1, 5000) n;
create index on notes (parent_id);
create table branches (id int primary key);
insert into branches select generate_series(1, 1000);
create table leaves (id int primary key, branch_id int not null references branches);
insert into leaves select n, 1 + (n - 1) / 1000 from generate_series(1, 1000000) n;
create index on leaves (branch_id, id);
create table inbox (id int generated always as identity primary key, parent_id int references inbox, note text);
${shape.ddl}
`;

const read = [{ role: 'anonymous', actions: ['read'] }];

export const config = {
  ...shape.config,
  runtime: { host: { mode: 'production', port: 0 } },
  entities: {
    ...(shape.config as { readonly entities: object }).entities,
    Note: {
      source: 'notes',
      permissions: read,
      relationships: { parent: { belongsTo: 'Note' }, children: { hasMany: 'Note' } },
    },
    Branch: { source: 'branches', permissions: read, relationships: { leaves: { hasMany: 'Leaf' } } },
    Leaf: { source: 'leaves', permissions: read, relationships: { branch: { belongsTo: 'Branch' } } },
    Letter: {
      source: 'inbox',
      permissions: [{ role: 'anonymous', actions: ['create', 'read'] }],
      relationships: { replies: { hasMany: 'Letter' } },
    },
  },
};
