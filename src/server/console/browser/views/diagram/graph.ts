import type { ConsoleEntity } from '../../../console-data.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** True if a row of `to` may relate to several rows of `from`. */
  readonly isManyFrom: boolean;
  /** True if a row of `from` may relate to several rows of `to`. */
  readonly isManyTo: boolean;
  /** Names of the relationships of both directions. */
  readonly names: readonly string[];
}

export interface Graph {
  readonly entities: readonly ConsoleEntity[];
  readonly edges: readonly Edge[];
}

interface Connection {
  readonly from: string;
  readonly to: string;
  readonly names: string[];
  isManyFrom?: boolean;
  isManyTo?: boolean;
}

/** Returns the entities with one edge for both directions of a relationship. */
export function buildGraph(entities: readonly ConsoleEntity[]): Graph {
  const included = new Set(entities.map(({ name }) => name));
  const found = new Map<string, Connection>();
  for (const entity of entities) {
    for (const { name, target, many, on, through } of entity.relationships) {
      if (!included.has(target)) continue;
      const forward = columnsOf(entity.name, target, on, through);
      const backward = columnsOf(
        target,
        entity.name,
        on.map(([from, to]) => [to, from] as const),
        through,
      );
      const isForward = forward <= backward;
      const id = isForward ? forward : backward;
      const edge: Connection = found.get(id) ?? {
        from: isForward ? entity.name : target,
        to: isForward ? target : entity.name,
        names: [],
      };
      edge.names.push(`${entity.name}.${name}`);
      if (edge.to === target) edge.isManyTo = many;
      if (edge.from === target && (edge.from !== edge.to || edge.isManyTo !== many)) edge.isManyFrom = many;
      found.set(id, edge);
    }
  }
  const edges = [...found.values()].map(({ isManyFrom, isManyTo, ...edge }) => ({
    ...edge,
    // If a relationship exists in one direction only, many rows are assumed to refer to one row.
    isManyFrom: isManyFrom ?? isManyTo !== true,
    isManyTo: isManyTo ?? isManyFrom !== true,
  }));
  return { entities, edges };
}

/** Identifies a relationship by its columns, in any order, because several relationships may use one junction table. */
const columnsOf = (
  from: string,
  to: string,
  on: readonly (readonly [string, string])[],
  through: string | undefined,
): string => JSON.stringify([from, to, through, on.map((pair) => pair.join('=')).toSorted()]);

/** Returns the entities that are at most `depth` relationships away, in any direction. */
export function neighborhood(
  entities: readonly ConsoleEntity[],
  center: string,
  depth: number,
): readonly ConsoleEntity[] {
  const neighbors = new Map<string, Set<string>>(entities.map(({ name }) => [name, new Set()]));
  for (const { name, relationships } of entities) {
    for (const { target } of relationships) {
      neighbors.get(name)?.add(target);
      neighbors.get(target)?.add(name);
    }
  }
  let reached = new Set([center]);
  for (let step = 0; step < depth; step += 1) {
    reached = new Set([...reached].flatMap((name) => [name, ...(neighbors.get(name) ?? [])]));
  }
  return entities.filter(({ name }) => reached.has(name));
}
