import { type DocumentNode, Kind } from 'graphql';
import { invariant } from '../../../base/invariant.ts';
import type { Entity } from '../../../model/model.ts';
import { modelOf } from '../../../model/visibility.ts';
import { createDeriveOperations, type DerivedOperation, restView } from '../derive-operations.ts';
import type { ApiView } from './api-view.ts';
import { completeOperation, type SofaOperation } from './complete-operation.ts';
import { describeInfo } from './describe-info.ts';
import { type EndpointKind, endpointKinds, sharedHeaders } from './endpoints.ts';
import { errorSchema, sharedErrors } from './error-responses.ts';
import { sharedParameters } from './parameters.ts';
import { described } from './schema.ts';
import { securitySchemes } from './security.ts';
import { typeSchemas } from './type-schemas.ts';

interface Endpoint {
  readonly entity: Entity;
  readonly kind: EndpointKind;
  readonly operation: DerivedOperation;
}

/**
 * An OpenAPI 3.1 document of the REST API, as JSON text. It is the one that sofa-api makes of the derived operations, completed by
 * what that does not know: our options, envelopes, headers and errors, NULL, and the exact types.
 */
export async function describeApi(view: ApiView): Promise<string> {
  const shown: ApiView = { ...view, model: modelOf('rest', view.model) };
  const endpoints = findEndpoints(shown);
  const sofa = await describeBySofa(endpoints, shown);
  const types = typeSchemas(shown);
  const errorName = freeName('ErrorBody', types);
  const codes = [...new Set(endpoints.flatMap(({ kind }) => kind.errors(shown)))];
  const { rest, baseRoute } = view.runtime;
  return JSON.stringify({
    ...sofa,
    openapi: '3.1.0',
    servers: [{ url: baseRoute + rest.path }],
    tags: [...new Set(endpoints.map(({ entity }) => entity))].map(({ name, description }) =>
      described({ name }, description),
    ),
    paths: completePaths(sofa.paths, endpoints, shown),
    components: {
      schemas: { ...types, [errorName]: errorSchema },
      parameters: sharedParameters(shown),
      headers: sharedHeaders,
      responses: sharedErrors(codes, errorName),
      ...securitySchemes(shown),
    },
  });
}

function findEndpoints({ model }: ApiView): readonly Endpoint[] {
  const derive = createDeriveOperations(model);
  return model.entities.flatMap((entity) =>
    Object.entries(derive(entity) ?? {}).map(([name, operation]) => ({
      entity,
      kind: endpointKinds[name as keyof typeof endpointKinds],
      operation,
    })),
  );
}

type SofaPaths = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

async function describeBySofa(
  endpoints: readonly Endpoint[],
  view: ApiView,
): Promise<{ readonly info: object; readonly paths: SofaPaths }> {
  // Loading it takes a third of a second, which most services never need.
  const { OpenAPI } = await import('sofa-api');
  const sofa = OpenAPI({ schema: restView(view.model), info: describeInfo(view) });
  for (const { entity, kind, operation } of endpoints) {
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation.node] };
    sofa.addRoute({ document, method: kind.method, path: kind.path(entity), tags: [entity.name] });
  }
  const { info, paths } = sofa.get();
  return { info, paths: paths as SofaPaths };
}

/** Each path with the methods that it takes. */
function completePaths(paths: SofaPaths, endpoints: readonly Endpoint[], view: ApiView): object {
  const byPath = Map.groupBy(endpoints, ({ entity, kind }) => kind.path(entity));
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(
        ofPath.map(({ entity, kind }) => {
          const method = kind.method.toLowerCase();
          const made = paths[path]?.[method];
          invariant(made, `sofa-api describes ${kind.method} ${path}`);
          return [method, completeOperation(made as SofaOperation, { entity, kind }, view)];
        }),
      ),
    ]),
  );
}

/** A name that no entity has. */
const freeName = (name: string, taken: object): string => (name in taken ? freeName(`${name}_`, taken) : name);
