import { setImmediate } from 'node:timers/promises';
import { type DocumentNode, Kind } from 'graphql';
import { invariant } from '../../../base/invariant.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { type DerivedOperation, deriveEntity, restView } from '../document/derive-operations.ts';
import type { ApiView } from './api-view.ts';
import { completeOperation, type SofaOperation } from './complete-operation.ts';
import type { EndpointKind } from './endpoint-kind.ts';
import { endpointKinds } from './endpoints.ts';
import { executeKinds } from './execute-endpoints.ts';
import { inputSchemas } from './input-schemas.ts';
import type { Schema } from './schema.ts';

/** A method of a path. */
interface Endpoint {
  readonly kind: EndpointKind;
  readonly operation: DerivedOperation;
}

export interface DescribedEndpoints {
  /** The Paths Object. */
  readonly paths: object;
  /** The kinds that some entity has. */
  readonly kinds: ReadonlySet<EndpointKind>;
  /** The schemas of items in bodies, by name. */
  readonly inputs: Readonly<Record<string, Schema>>;
}

/** Each path of these entities with the methods that it takes, as sofa-api describes them, completed. */
export async function describeEndpoints(entities: readonly Entity[], view: ApiView): Promise<DescribedEndpoints> {
  // sofa-api takes a third of a second to load, and most services never need it.
  const { OpenAPI } = await import('sofa-api');
  const paths: (readonly [string, object])[] = [];
  const kinds = new Set<EndpointKind>();
  const inputs: Record<string, Schema> = {};
  for (const entity of entities) {
    // A schema of its own for each entity: sofa-api goes through all types of a schema for each route.
    const schema = restView({ ...view.model, entities: [entity] });
    const endpoints = findEndpoints(entity, schema, view.model);
    const sofa = OpenAPI({ schema, info: { title: '', version: '' } });
    for (const { kind, operation } of endpoints) {
      const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation.node] };
      sofa.addRoute({ document, method: kind.method, path: kind.path(entity), tags: [entity.name] });
      kinds.add(kind);
    }
    for (const [path, ofPath] of Map.groupBy(endpoints, ({ kind }) => kind.path(entity))) {
      const made = sofa.get().paths[path] as SofaPath | undefined;
      const methods = ofPath.map(({ kind }) => [kind.method.toLowerCase(), complete(made, { entity, kind }, view)]);
      paths.push([path, Object.fromEntries(methods)]);
    }
    Object.assign(inputs, inputSchemas(entity, schema));
    // Other requests are answered in between.
    await setImmediate();
  }
  return { paths: Object.fromEntries(paths), kinds, inputs };
}

const findEndpoints = (entity: Entity, schema: ReturnType<typeof restView>, model: Model): readonly Endpoint[] =>
  Object.entries(deriveEntity(entity, schema, model)).flatMap(([name, operation]) => {
    if (name === 'execute') return executeKinds(entity).map((kind) => ({ kind, operation }));
    return Object.hasOwn(endpointKinds, name)
      ? [{ kind: endpointKinds[name as keyof typeof endpointKinds], operation }]
      : [];
  });

/** Operations by method. */
type SofaPath = Readonly<Record<string, SofaOperation | undefined>>;

function complete(made: SofaPath | undefined, of: { entity: Entity; kind: EndpointKind }, view: ApiView): object {
  const operation = made?.[of.kind.method.toLowerCase()];
  invariant(operation, `sofa-api describes ${of.kind.method} of ${of.entity.name}`);
  return completeOperation(operation, of, view);
}
