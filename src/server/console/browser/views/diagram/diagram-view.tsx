import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { ConsoleEntity } from '../../../console-data.ts';
import { countOf } from '../../parts/chips.tsx';
import { Empty, Failed, Loading, ViewHead } from '../../parts/states.tsx';
import { model } from '../../state/model.ts';
import { linkTo, replaceQuery, route } from '../../state/route.ts';
import { useResource } from '../../state/use-resource.ts';
import { HEAD_HEIGHT, LINE_HEIGHT, measureBox, PADDING } from './box.ts';
import { Canvas } from './canvas.tsx';
import { buildGraph, type Graph, neighborhood } from './graph.ts';
import type { Box, Diagram, Point, Route } from './layout.ts';

/** Maximum number of entities. A larger diagram would take too long, and its text would be too small. */
const MAX_ENTITIES = 80;

/** With more entities, fields are hidden at first. */
const MAX_WITH_FIELDS = 24;

/** With more entities, relationships between the neighbors of an entity would hide its own relationships. */
const MAX_WITH_ALL_EDGES = 24;

/** Pixels. In a narrower window, the layout is from top to bottom. */
const NARROW_WIDTH = 700;

const depths = [1, 2, 3, 4] as const;

export function DiagramView(): JSX.Element | null {
  const current = model.value;
  const { query } = route.value;
  const requested = query.get('entity') ?? '';
  const depth = depths.find((one) => String(one) === query.get('depth')) ?? 1;
  const entities = current?.entities ?? [];
  const isLarge = entities.length > MAX_ENTITIES;
  const selected = entities.find(({ name }) => name === requested) ?? (isLarge ? mostRelated(entities) : undefined);
  const center = selected?.name ?? '';
  const { graph, isCut, hidesOthers } = useMemo(() => selectGraph(entities, center, depth), [entities, center, depth]);
  const [choice, setChoice] = useState<boolean | undefined>(undefined);
  const isNarrow = innerWidth < NARROW_WIDTH;
  const showsFields = choice ?? (!isNarrow && graph.entities.length <= MAX_WITH_FIELDS);
  const key = `${current?.version} ${center} ${depth} ${showsFields} ${isNarrow}`;
  const diagram = useResource(key, async () => {
    const { layOut } = await import('./layout.ts');
    const boxes = graph.entities.map((entity) => measureBox(entity, showsFields));
    return layOut({ contents: boxes, edges: graph.edges, direction: isNarrow ? 'TB' : 'LR' });
  });
  if (current === undefined) return null;
  return (
    <div class="diagram">
      <ViewHead title="Diagram" />
      <div class="toolbar">
        <label>
          Entity
          <select
            value={center}
            onChange={({ currentTarget }) => replaceQuery({ entity: currentTarget.value || undefined })}
          >
            {!isLarge && <option value="">all</option>}
            {entities.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {center !== '' && (
          <label>
            Depth
            <select
              value={depth}
              onChange={({ currentTarget }) => replaceQuery({ entity: center, depth: currentTarget.value })}
            >
              {depths.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={showsFields}
            onChange={({ currentTarget }) => setChoice(currentTarget.checked)}
          />
          Fields
        </label>
        <span class="muted" role="status">
          {countOf(graph.entities.length, 'entity', 'entities')}, {countOf(graph.edges.length, 'relationship')}
          {isCut && `; only the first ${MAX_ENTITIES} are shown`}
          {hidesOthers && `; only relationships of ${center} are shown`}
        </span>
      </div>
      {diagram.failure !== undefined && <Failed failure={diagram.failure} retry={diagram.reload} />}
      {entities.length === 0 && <Empty title="No entities" />}
      {diagram.value === undefined && diagram.failure === undefined && <Loading what="the diagram" />}
      {diagram.value !== undefined && entities.length > 0 && <Drawing diagram={diagram.value} center={center} />}
    </div>
  );
}

const mostRelated = (entities: readonly ConsoleEntity[]): ConsoleEntity | undefined =>
  entities.reduce<ConsoleEntity | undefined>(
    (best, entity) => (entity.relationships.length > (best?.relationships.length ?? -1) ? entity : best),
    undefined,
  );

function selectGraph(
  entities: readonly ConsoleEntity[],
  center: string,
  depth: number,
): { readonly graph: Graph; readonly isCut: boolean; readonly hidesOthers: boolean } {
  const near = center === '' ? entities : neighborhood(entities, center, depth);
  const first = near.filter(({ name }) => name === center);
  const shown = [...first, ...near.filter(({ name }) => name !== center)].slice(0, MAX_ENTITIES);
  const graph = buildGraph(shown);
  const own = graph.edges.filter(({ from, to }) => from === center || to === center);
  const hidesOthers =
    center !== '' && depth === 1 && shown.length > MAX_WITH_ALL_EDGES && own.length < graph.edges.length;
  return {
    graph: hidesOthers ? { ...graph, edges: own } : graph,
    isCut: shown.length < near.length,
    hidesOthers,
  };
}

function Drawing({ diagram, center }: { readonly diagram: Diagram; readonly center: string }): JSX.Element {
  const [active, setActive] = useState('');
  const content = useMemo(
    () => (
      <>
        <Markers />
        {diagram.frames.map((frame) => (
          <rect key={`${frame.x} ${frame.y}`} class="group" {...frame} rx={8} />
        ))}
        {diagram.routes.map((route) => (
          <EdgePath key={route.edge.names.join()} route={route} active={active} />
        ))}
        {diagram.boxes.map((box) => (
          <EntityBox key={box.entity.name} box={box} isCenter={box.entity.name === center} onActive={setActive} />
        ))}
      </>
    ),
    [diagram, center, active],
  );
  return (
    <Canvas width={diagram.width} height={diagram.height} label="Entities and their relationships">
      {content}
    </Canvas>
  );
}

/** Ends of edges: a crow's foot for many rows, a bar for one. */
const markers = { many: 'M0 6H11M1 6 11 1M1 6 11 11', one: 'M5 2V10' };

const Markers = (): JSX.Element => (
  <defs>
    {Object.entries(markers).map(([id, path]) => (
      <marker
        key={id}
        id={id}
        viewBox="0 0 12 12"
        refX="11"
        refY="6"
        markerWidth="12"
        markerHeight="12"
        orient="auto-start-reverse"
      >
        <path d={path} class="marker" />
      </marker>
    ))}
  </defs>
);

/** Returns an SVG path that curves along the points of the layout. */
function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  const last = rest.at(-1);
  const curves = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? point;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${start.x} ${start.y}${curves.join('')}${last === undefined ? '' : `L${last.x} ${last.y}`}`;
}

function EdgePath({
  route: { edge, entities, points },
  active,
}: {
  readonly route: Route;
  readonly active: string;
}): JSX.Element {
  const isActive = entities.has(active);
  return (
    <path
      class={`edge ${isActive ? 'active' : ''}`}
      d={pathOf(points)}
      marker-start={`url(#${edge.isManyFrom ? 'many' : 'one'})`}
      marker-end={`url(#${edge.isManyTo ? 'many' : 'one'})`}
    >
      <title>{edge.names.join(', ')}</title>
    </path>
  );
}

/** Pixels from the top of a line to the baseline of its text. */
const BASELINE = 13;

interface EntityBoxProps {
  readonly box: Box;
  readonly isCenter: boolean;
  readonly onActive: (name: string) => void;
}

function EntityBox({ box, isCenter, onActive }: EntityBoxProps): JSX.Element {
  const { entity, title, lines, hidden, x, y, width, height } = box;
  const classes = ['node', entity.source.kind, isCenter ? 'center' : '', entity.isReachable ? '' : 'unreachable'];
  return (
    <g
      class={classes.join(' ')}
      transform={`translate(${x} ${y})`}
      onPointerEnter={() => onActive(entity.name)}
      onPointerLeave={() => onActive('')}
    >
      <title>{entity.description ?? entity.name}</title>
      <a href={linkTo(['entities', entity.name])} onFocus={() => onActive(entity.name)} onBlur={() => onActive('')}>
        <rect class="box" width={width} height={height} rx={6} />
        <text class="title" x={10} y={19}>
          {title}
        </text>
      </a>
      <g class="lines">
        {lines.length > 0 && <path class="divider" d={`M0 ${HEAD_HEIGHT}H${width}`} />}
        {lines.map(({ name, type, kind }, index) => (
          <g key={name} transform={`translate(0 ${HEAD_HEIGHT + PADDING + index * LINE_HEIGHT})`}>
            <text class={`line ${kind}`} x={10} y={BASELINE}>
              {name}
            </text>
            <text class="line type" x={width - 10} y={BASELINE} text-anchor="end">
              {type}
            </text>
          </g>
        ))}
        {hidden > 0 && (
          <text class="line type" x={10} y={HEAD_HEIGHT + PADDING + lines.length * LINE_HEIGHT + BASELINE}>
            {hidden} more
          </text>
        )}
      </g>
    </g>
  );
}
