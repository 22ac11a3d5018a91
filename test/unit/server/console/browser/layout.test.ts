import { expect, it } from 'vitest';
import type { BoxContent } from '../../../../../src/server/console/browser/views/diagram/box.ts';
import type { Edge } from '../../../../../src/server/console/browser/views/diagram/graph.ts';
import { layOut } from '../../../../../src/server/console/browser/views/diagram/layout.ts';

const contentOf = (name: string): BoxContent => ({
  entity: {
    name,
    source: { kind: 'table', name },
    key: ['id'],
    fields: [],
    parameters: [],
    relationships: [],
    isReachable: true,
    rights: {},
    examples: [],
  },
  title: name,
  lines: [],
  hidden: 0,
  width: 120,
  height: 40,
});

const singles = Array.from({ length: 30 }, (_, index) => contentOf(`Single${index}`));
const edge: Edge = { from: 'Order', to: 'Customer', isManyFrom: true, isManyTo: false, names: ['Order.customer'] };

it('lays out entities without relationships in a grid below the others', () => {
  const contents = [contentOf('Order'), ...singles, contentOf('Customer')];
  const { boxes, routes, width, height } = layOut({ contents, edges: [edge], direction: 'LR' });
  expect([boxes.length, routes.length]).toEqual([32, 1]);
  const isSingle = (name: string): boolean => name.startsWith('Single');
  const bottom = Math.max(...boxes.flatMap((box) => (isSingle(box.entity.name) ? [] : [box.y + box.height])));
  const grid = boxes.filter(({ entity }) => isSingle(entity.name));
  expect(Math.min(...grid.map(({ y }) => y))).toBeGreaterThanOrEqual(bottom);
  expect(new Set(grid.map(({ x }) => x)).size).toBeGreaterThan(4);
  expect(new Set(grid.map(({ x, y }) => `${x} ${y}`)).size).toBe(30);
  expect(boxes.every((box) => box.x + box.width <= width && box.y + box.height <= height)).toBe(true);
  expect(width).toBeGreaterThan(height);
});

it('lays out a graph without relationships', () => {
  const { boxes, width, height } = layOut({ contents: singles, edges: [], direction: 'TB' });
  expect(boxes.length).toBe(30);
  expect(boxes.every((box) => box.x + box.width <= width && box.y + box.height <= height)).toBe(true);
});

it('leaves room for a relationship of an entity to itself', () => {
  const self: Edge = { ...edge, to: 'Order', names: ['Order.parent'] };
  const { routes, width, height } = layOut({ contents: [contentOf('Order')], edges: [self], direction: 'LR' });
  const outside = routes[0]?.points.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height);
  expect(outside).toEqual([]);
});

it('frames entities that relate to one other entity only, and draws one edge for all of them', () => {
  const leaves = Array.from({ length: 40 }, (_, index) => contentOf(`Leaf${index}`));
  const leafEdges = leaves.map(
    ({ entity: { name } }, index): Edge =>
      index % 2 === 0
        ? { from: name, to: 'Order', isManyFrom: true, isManyTo: false, names: [`${name}.order`] }
        : { from: 'Order', to: name, isManyFrom: false, isManyTo: true, names: [`Order.${name}`] },
  );
  const self: Edge = { ...edge, to: 'Order', names: ['Order.parent'] };
  const contents = [contentOf('Order'), contentOf('Customer'), ...leaves];
  const { boxes, routes, frames, width, height } = layOut({
    contents,
    edges: [edge, self, ...leafEdges],
    direction: 'LR',
  });
  expect([boxes.length, routes.length, frames.length]).toEqual([42, 3, 1]);
  const [frame] = frames;
  if (frame === undefined) return;
  const isInside = (box: (typeof boxes)[number]): boolean =>
    box.x > frame.x &&
    box.y > frame.y &&
    box.x + box.width < frame.x + frame.width &&
    box.y + box.height < frame.y + frame.height;
  const inside = boxes.filter(isInside).map(({ entity }) => entity.name);
  expect(inside.toSorted()).toEqual(leaves.map(({ entity }) => entity.name).toSorted());
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(42);
  expect(frame.x + frame.width <= width && frame.y + frame.height <= height).toBe(true);
  const group = routes.find(({ entities }) => entities.size > 2);
  expect(group?.edge).toMatchObject({ from: 'Order', isManyFrom: false, isManyTo: true });
  expect(group?.edge.names.toSorted()).toEqual(leafEdges.flatMap(({ names }) => names).toSorted());
  expect([...(group?.entities ?? [])].toSorted()).toEqual(['Order', ...inside].toSorted());
});

it('groups only entities whose relationships have the same cardinality', () => {
  const leaves = Array.from({ length: 14 }, (_, index) => contentOf(`Leaf${index}`));
  const edges = leaves.map(
    ({ entity: { name } }, index): Edge => ({
      ...edge,
      from: name,
      to: 'Order',
      isManyTo: index % 2 === 0,
      names: [`${name}.order`],
    }),
  );
  const { routes, frames } = layOut({ contents: [contentOf('Order'), ...leaves], edges, direction: 'TB' });
  expect([routes.length, frames.length]).toEqual([14, 0]);
});
