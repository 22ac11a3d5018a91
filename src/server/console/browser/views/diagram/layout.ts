import { Graph as LayoutGraph, layout } from '@dagrejs/dagre';
import type { BoxContent } from './box.ts';
import type { Edge } from './graph.ts';

/** `x` and `y` are the top left corner. */
export type Box = BoxContent & Point;

export interface Route {
  readonly edge: Edge;
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Diagram {
  readonly boxes: readonly Box[];
  readonly routes: readonly Route[];
  readonly width: number;
  readonly height: number;
}

interface LayoutRequest {
  readonly contents: readonly BoxContent[];
  readonly edges: readonly Edge[];
  /** Entities that others refer to are further left, or further up. */
  readonly direction: 'LR' | 'TB';
}

/** Pixels between entities without relationships, and around all of them, which has room for a loop. */
const GAP = 24;
const MARGIN = 24;

/** A grid is at least this wide, in pixels. */
const MIN_GRID_WIDTH: Readonly<Record<LayoutRequest['direction'], number>> = { LR: 1000, TB: 360 };

/** Returns positions of entities and relationships. Entities without relationships are in a grid below the others. */
export function layOut({ contents, edges, direction }: LayoutRequest): Diagram {
  const names = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const connected = contents.filter(({ entity }) => names.has(entity.name));
  const others = contents.filter(({ entity }) => !names.has(entity.name));
  const top: Diagram =
    connected.length === 0
      ? { boxes: [], routes: [], width: 0, height: 0 }
      : layOutConnected({ contents: connected, edges, direction });
  if (others.length === 0) return top;
  const area = others.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const width = Math.max(top.width, MIN_GRID_WIDTH[direction], Math.sqrt(area * 1.5));
  const grid = layOutGrid(others, { top: Math.max(top.height, MARGIN), width });
  return {
    boxes: [...top.boxes, ...grid],
    routes: top.routes,
    width: Math.max(top.width, ...grid.map((box) => box.x + box.width + MARGIN)),
    height: Math.max(top.height, ...grid.map((box) => box.y + box.height + MARGIN)),
  };
}

/** Fills rows of a width from left to right. */
function layOutGrid(
  contents: readonly BoxContent[],
  { top, width }: { readonly top: number; readonly width: number },
): readonly Box[] {
  let [x, y, bottom] = [MARGIN, top, top];
  return contents.map((content) => {
    if (x > MARGIN && x + content.width + MARGIN > width) [x, y] = [MARGIN, bottom + GAP];
    const box = { ...content, x, y };
    x += content.width + GAP;
    bottom = Math.max(bottom, y + content.height);
    return box;
  });
}

function layOutConnected({ contents, edges, direction }: LayoutRequest): Diagram {
  const graph = new LayoutGraph({ multigraph: true, directed: true });
  graph.setGraph({ rankdir: direction, nodesep: 32, ranksep: 64, edgesep: 14, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { entity, width, height } of contents) graph.setNode(entity.name, { width, height });
  for (const [index, edge] of edges.entries()) {
    if (edge.from === edge.to) continue;
    const [from, to] = directionOf(edge);
    graph.setEdge(from, to, {}, String(index));
  }
  layout(graph);
  const boxes = contents.map((content) => {
    const { x, y } = graph.node(content.entity.name) as Point;
    return { ...content, x: x - content.width / 2, y: y - content.height / 2 };
  });
  const boxOf = new Map(boxes.map((box) => [box.entity.name, box]));
  const routes = edges.map((edge, index) => {
    if (edge.from === edge.to) return { edge, points: loopAt(boxOf.get(edge.from)) };
    const [from, to] = directionOf(edge);
    const { points } = graph.edge(from, to, String(index)) as { points: readonly Point[] };
    return { edge, points: from === edge.from ? points : points.toReversed() };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { boxes, routes, width, height };
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
