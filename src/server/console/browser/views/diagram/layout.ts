import { Graph as LayoutGraph, layout } from '@dagrejs/dagre';
import type { BoxContent } from './box.ts';
import type { Edge } from './graph.ts';

/** A box whose top left corner is at `x` and `y`. */
export type Box = BoxContent & Point;

export interface Route {
  readonly edge: Edge;
  /** Names of the related entities; more than two if the route ends at a group. */
  readonly entities: ReadonlySet<string>;
  readonly points: readonly Point[];
}

export interface Frame extends Point {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Diagram {
  readonly boxes: readonly Box[];
  readonly routes: readonly Route[];
  /** Frames around groups. */
  readonly frames: readonly Frame[];
  readonly width: number;
  readonly height: number;
}

interface LayoutRequest {
  readonly contents: readonly BoxContent[];
  readonly edges: readonly Edge[];
  /** Referenced entities are further left (`LR`), or further up (`TB`). */
  readonly direction: 'LR' | 'TB';
}

/** Pixels between the boxes of a grid, and around the boxes of a group. */
const GAP = 24;
/** Pixels around the diagram, with room for a loop. */
const MARGIN = 24;

/** Minimum width of a grid in pixels. */
const MIN_GRID_WIDTH: Readonly<Record<LayoutRequest['direction'], number>> = { LR: 1000, TB: 360 };

/**
 * Returns positions of entities and relationships. Entities without relationships are in a grid below all other
 * entities.
 */
export function layOut({ contents, edges, direction }: LayoutRequest): Diagram {
  const names = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const connected = contents.filter(({ entity }) => names.has(entity.name));
  const others = contents.filter(({ entity }) => !names.has(entity.name));
  const top: Diagram =
    connected.length === 0
      ? { boxes: [], routes: [], frames: [], width: 0, height: 0 }
      : layOutConnected({ contents: connected, edges, direction });
  if (others.length === 0) return top;
  const width = Math.max(top.width, MIN_GRID_WIDTH[direction], gridWidth(others));
  const grid = layOutGrid(others, { left: MARGIN, top: Math.max(top.height, MARGIN), right: width - MARGIN });
  return {
    ...top,
    boxes: [...top.boxes, ...grid],
    width: Math.max(top.width, ...grid.map((box) => box.x + box.width + MARGIN)),
    height: Math.max(top.height, ...grid.map((box) => box.y + box.height + MARGIN)),
  };
}

/** Returns the width of a grid that is a little wider than high. */
const gridWidth = (contents: readonly BoxContent[]): number =>
  Math.sqrt(contents.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0) * 1.5);

/** Places boxes in rows, from left to right. */
function layOutGrid(
  contents: readonly BoxContent[],
  { left, top, right }: { readonly left: number; readonly top: number; readonly right: number },
): readonly Box[] {
  let [x, y, bottom] = [left, top, top];
  return contents.map((content) => {
    if (x > left && x + content.width > right) [x, y] = [left, bottom + GAP];
    const box = { ...content, x, y };
    x += content.width + GAP;
    bottom = Math.max(bottom, y + content.height);
    return box;
  });
}

/** Minimum number of entities in a group. */
const MIN_GROUP = 8;

/** Entities that relate only to one other entity, in the same way. One edge represents all their relationships. */
interface Group {
  readonly id: string;
  /** From the other entity to the group. */
  readonly edge: Edge;
  readonly contents: readonly BoxContent[];
  readonly width: number;
  readonly height: number;
}

function findGroups(contents: readonly BoxContent[], edges: readonly Edge[]): readonly Group[] {
  const edgesOf = Map.groupBy(
    edges.flatMap((edge) => [edge.from, edge.to].map((name) => ({ name, edge }))),
    ({ name }) => name,
  );
  const seenFrom = (name: string): readonly Edge[] =>
    (edgesOf.get(name) ?? []).map(({ edge }) => (edge.to === name ? edge : reverse(edge)));
  const idOf = ({ entity: { name } }: BoxContent): string => {
    const seen = seenFrom(name).map(({ from, isManyFrom, isManyTo }) => JSON.stringify([from, isManyFrom, isManyTo]));
    const isSingle = new Set(seen).size === 1 && seenFrom(name)[0]?.from !== name;
    return isSingle ? (seen[0] ?? '') : '';
  };
  return [...Map.groupBy(contents, idOf)].flatMap(([id, members]) => {
    const seen = members.flatMap(({ entity }) => seenFrom(entity.name));
    const [first] = seen;
    if (id === '' || members.length < MIN_GROUP || first === undefined) return [];
    const widest = Math.max(...members.map(({ width }) => width));
    const sorted = members
      .toSorted((one, other) => one.title.localeCompare(other.title, undefined, { numeric: true }))
      .map((content) => ({ ...content, width: widest }));
    const grid = layOutGrid(sorted, { left: GAP, top: GAP, right: Math.max(gridWidth(sorted), GAP + widest) });
    return [
      {
        id,
        edge: { ...first, to: id, names: seen.flatMap(({ names }) => names) },
        contents: sorted,
        width: Math.max(...grid.map((box) => box.x + box.width)) + GAP,
        height: Math.max(...grid.map((box) => box.y + box.height)) + GAP,
      },
    ];
  });
}

const reverse = ({ from, to, isManyFrom, isManyTo, names }: Edge): Edge => ({
  from: to,
  to: from,
  isManyFrom: isManyTo,
  isManyTo: isManyFrom,
  names,
});

function layOutConnected({ contents, edges, direction }: LayoutRequest): Diagram {
  const groups = findGroups(contents, edges);
  const grouped = new Set(groups.flatMap((group) => group.contents.map(({ entity }) => entity.name)));
  const singles = contents.filter(({ entity }) => !grouped.has(entity.name));
  const drawn = [
    ...edges.filter(({ from, to }) => !grouped.has(from) && !grouped.has(to)),
    ...groups.map(({ edge }) => edge),
  ];
  const graph = new LayoutGraph({ multigraph: true, directed: true });
  graph.setGraph({ rankdir: direction, nodesep: 32, ranksep: 64, edgesep: 14, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { entity, width, height } of singles) graph.setNode(entity.name, { width, height });
  for (const { id, width, height } of groups) graph.setNode(id, { width, height });
  for (const [index, edge] of drawn.entries()) {
    if (edge.from === edge.to) continue;
    const [from, to] = directionOf(edge);
    graph.setEdge(from, to, {}, String(index));
  }
  layout(graph);
  const place = (id: string, size: { readonly width: number; readonly height: number }): Frame => {
    const { x, y } = graph.node(id) as Point;
    const { width, height } = size;
    return { x: x - width / 2, y: y - height / 2, width, height };
  };
  const boxes = singles.map((content) => ({ ...content, ...place(content.entity.name, content) }));
  const frames = groups.map((group) => place(group.id, group));
  const groupBoxes = groups.flatMap(({ contents: members }, index) => {
    const { x, y, width } = frames[index] as Frame;
    return layOutGrid(members, { left: x + GAP, top: y + GAP, right: x + width - GAP });
  });
  const boxOf = new Map(boxes.map((box) => [box.entity.name, box]));
  const membersOf = new Map(groups.map(({ id, contents: members }) => [id, members.map(({ entity }) => entity.name)]));
  const routes = drawn.map((edge, index) => {
    const entities = new Set([edge.from, ...(membersOf.get(edge.to) ?? [edge.to])]);
    if (edge.from === edge.to) return { edge, entities, points: loopAt(boxOf.get(edge.from)) };
    const [from, to] = directionOf(edge);
    const { points } = graph.edge(from, to, String(index)) as { points: readonly Point[] };
    return { edge, entities, points: from === edge.from ? points : points.toReversed() };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { boxes: [...boxes, ...groupBoxes], routes, frames, width, height };
}

const LOOP = 18;

/** Returns a loop around the top right corner. */
function loopAt(box: Box | undefined): readonly Point[] {
  if (box === undefined) return [];
  const { x, y, width } = box;
  const right = x + width;
  return [
    { x: right - LOOP, y },
    { x: right - LOOP, y: y - LOOP },
    { x: right + LOOP, y: y - LOOP },
    { x: right + LOOP, y: y + LOOP },
    { x: right, y: y + LOOP },
  ];
}

const directionOf = ({ from, to, isManyFrom, isManyTo }: Edge): readonly [from: string, to: string] =>
  isManyFrom && !isManyTo ? [to, from] : [from, to];
