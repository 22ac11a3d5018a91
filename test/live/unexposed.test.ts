import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expandDefinitions } from '../../src/app/expand-auto-entities.ts';
import { findUnexposed } from '../../src/app/own-catalog.ts';
import { readDatabase } from '../../src/app/read-database.ts';
import { buildConfig } from '../../src/config/build/build-config.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import { createTables, type Tables } from '../support/create-tables.ts';

const server = inject('server');

const onPostgres = `
  create schema archive;
  create table archive.old_orders (id int primary key);
  create table parted (id int primary key) partition by list (id);
  create table parted_1 partition of parted for values in (1);
  create function usable() returns int language sql stable as 'select 1';
  create function usable(factor int) returns int language sql stable as 'select factor';
  create function unusable(int) returns int language sql stable as 'select $1';
  create function on_change() returns trigger language plpgsql as 'begin return new; end';`;

describe('objects that no entity exposes', () => {
  let tables: Tables;
  let catalog: Catalog;
  beforeAll(async () => {
    tables = await createTables(
      'unexposed',
      `create table orders (id int primary key);
       create table labels (id int primary key);
       create table order_labels (order_id int references orders (id), label_id int references labels (id), primary key (order_id, label_id));
       create table notes (id int primary key);
       create view totals as select count(*) as number from orders;
       ${server === 'postgres' ? onPostgres : ''}`,
    );
    await tables.session.close();
    const { dataSource } = configOf({});
    ({ catalog } = await readDatabase(dataSource));
  });

  const configOf = (content: object) =>
    buildConfig({ 'data-source': tables.source, ...content }, process.cwd(), { exposeDevelopment: true });

  const unexposed = (content: object): readonly string[] =>
    findUnexposed(configOf(content), catalog).map(({ name }) => name);

  const routines = server === 'postgres' ? ['usable'] : [];
  const parents = server === 'postgres' ? ['parted'] : [];
  const entities = { Order: { source: 'orders' }, Label: { source: 'labels' } };

  it('are tables, views, and usable routines of the configured schemas, without partitions', () => {
    expect(unexposed({ entities }).toSorted()).toEqual(
      ['notes', 'order_labels', ...parents, 'totals', ...routines].toSorted(),
    );
  });

  it('exclude junctions of relationships', () => {
    const relationships = { labels: { hasMany: 'Label', through: 'order_labels' } };
    const found = unexposed({ entities: { ...entities, Order: { source: 'orders', relationships } } });
    expect(found).not.toContain('order_labels');
    expect(found).toContain('notes');
  });

  it('exclude tables that a definition of autoentities matches, expanded or not', () => {
    const autoentities = { all: { patterns: { include: ['%.notes', '%.order_labels'], name: '{object}' } } };
    const config = configOf({ entities, autoentities });
    for (const each of [config, { ...expandDefinitions(config, catalog).config, autoEntities: [] }]) {
      const names = findUnexposed(each, catalog).map(({ name }) => name);
      expect(names.toSorted()).toEqual([...parents, 'totals', ...routines].toSorted());
    }
  });

  it.runIf(server === 'postgres')('include other schemas only with an entity in them', () => {
    const Old = { source: 'archive.old_orders' };
    expect(unexposed({ entities })).not.toContain('old_orders');
    expect(unexposed({ entities: { Order: { source: 'archive.old_orders' } } })).toEqual([]);
    expect(unexposed({ entities: { ...entities, Old } })).not.toContain('old_orders');
    expect(unexposed({ entities: { Missing: { source: 'missing' } } })).toContain('old_orders');
  });
});
