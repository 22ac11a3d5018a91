import { isShown, modelOf } from '../../../model/visibility.ts';
import type { ApiView } from './api-view.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import { describeInfo } from './describe-info.ts';
import { sharedHeaders } from './endpoint-kind.ts';
import { errorSchema, sharedErrors } from './error-responses.ts';
import { sharedParameters } from './parameters.ts';
import { described } from './schema.ts';
import { securitySchemes } from './security.ts';
import { typeSchemas } from './type-schemas.ts';

/**
 * An OpenAPI 3.1 document of the REST API, as JSON text. sofa-api describes the operations; what it does not know is added: our options,
 * envelopes, headers and errors, NULL, and the exact types.
 */
export async function describeApi(view: ApiView): Promise<string> {
  const shown: ApiView = { ...view, model: modelOf('rest', view.model) };
  const entities = shown.model.entities.filter(isShown);
  const { paths, kinds, inputs } = await describeEndpoints(entities, shown);
  const types = { ...typeSchemas(shown), ...inputs };
  const errorName = freeName('ErrorBody', types);
  const codes = [...new Set([...kinds].flatMap(({ errors }) => errors(shown)))];
  const { rest, baseRoute, errorCodes } = view.runtime;
  return JSON.stringify({
    openapi: '3.1.0',
    info: describeInfo(shown),
    servers: [{ url: baseRoute + rest.path }],
    tags: entities.map(({ name, description }) => described({ name }, description)),
    paths,
    components: {
      schemas: { ...types, [errorName]: errorSchema(errorCodes) },
      parameters: sharedParameters(shown),
      headers: sharedHeaders,
      responses: sharedErrors(codes, errorName, errorCodes),
      ...securitySchemes(shown),
    },
  });
}

/** A name that no entity has. */
const freeName = (name: string, taken: object): string => (name in taken ? freeName(`${name}_`, taken) : name);
