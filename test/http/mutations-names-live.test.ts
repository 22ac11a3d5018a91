import { expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { serveTables } from './support/serve-tables.ts';

for (const name of ['item', 'ifMatch', 'ifNoneMatch', 'orCreate']) {
  it.skipIf(name !== name.toLowerCase() && !server.has('columnNameCase'))(
    `a key column named like an argument is renamed, and an alias of that name is a startup error: ${name}`,
    async () => {
      const permissions = [{ role: 'anonymous', actions: ['*'] }];
      const serve = (column: string, fields: object) =>
        serveTables(`mutations_names`, `create table t ("${column}" int primary key, n int);`, {
          T: { source: 't', permissions, ...fields },
        });
      const named = await serve(name, {});
      expect(await named.data(`mutation { replaceT(${name}_: 1, item: { n: 2 }) { ${name}_ n } }`)).toEqual({
        replaceT: { [`${name}_`]: 1, n: 2 },
      });
      await named.close();
      await expect(serve('id', { fields: [{ name: 'id', alias: name }] })).rejects.toMatchObject({
        problems: [
          expect.objectContaining({ message: expect.stringContaining(`"${name}" is an argument of mutations`) }),
        ],
      });
      const called = await serve(name, { fields: [{ name, alias: 'key' }] });
      expect(await called.data('mutation { replaceT(key: 1, item: { n: 2 }) { key n } }')).toEqual({
        replaceT: { key: 1, n: 2 },
      });
      await called.close();
    },
  );
}

it('the mutations of many rows have the suffix Many if singular and plural are equal', async () => {
  const sheep = await serveTables('mutations_sheep', 'create table sheep (id int primary key, name text);', {
    Sheep: {
      source: 'sheep',
      permissions: [{ role: 'anonymous', actions: ['*'] }],
      graphql: { type: { singular: 'Sheep', plural: 'Sheep' } },
    },
  });
  expect(
    await sheep.data(
      `mutation { createSheep(item: { id: 1 }) { id } createSheepMany(items: [{ id: 2 }]) { affected __typename }
        updateSheepMany(filter: {}, all: true, item: { name: "x" }) { affected } deleteSheepMany(filter: { id: { gt: 1 } }) { items { name } } deleteSheep(id: 1) { name } }`,
    ),
  ).toEqual({
    createSheep: { id: 1 },
    createSheepMany: { affected: 1, __typename: 'SheepChanges' },
    updateSheepMany: { affected: 2 },
    deleteSheepMany: { items: [{ name: 'x' }] },
    deleteSheep: { name: 'x' },
  });
  await sheep.close();
});

it('an entity named like its table has a singular GraphQL name, and its own name as REST path', async () => {
  const entity = { source: 'order_items', permissions: [{ role: 'anonymous', actions: ['*'] }] };
  const served = await serveTables(
    'mutations_order_items',
    'create table order_items (id int primary key, name text);',
    { order_items: entity },
  );
  expect(
    await served.data(
      `mutation { createOrderItem(item: { id: 1 }) { id __typename } createOrderItems(items: [{ id: 2 }]) { affected }
        updateOrderItem(id: 1, item: { name: "x" }) { name } }`,
    ),
  ).toEqual({
    createOrderItem: { id: 1, __typename: 'OrderItem' },
    createOrderItems: { affected: 1 },
    updateOrderItem: { name: 'x' },
  });
  expect(await served.data('{ orderItems { id } orderItem_by_pk(id: 2) { id } }')).toEqual({
    orderItems: [{ id: 1 }, { id: 2 }],
    orderItem_by_pk: { id: 2 },
  });
  const item = await fetch(`${served.origin}/api/order_items/1`);
  expect(await item.json()).toMatchObject({ id: 1, name: 'x' });
  await served.close();
});
