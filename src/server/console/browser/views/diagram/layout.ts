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

/** Returns positions of entities and relationships. */
export function layOut({ contents, edges, direction }: LayoutRequest): Diagram {
  const graph = new LayoutGraph({ multigraph: true, directed: true });
  graph.setGraph({ rankdir: direction, nodesep: 32, ranksep: 64, edgesep: 14, marginx: 16, marginy: 16 });
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
