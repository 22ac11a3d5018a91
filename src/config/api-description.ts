/** The name of the OpenAPI document below the path of the REST API. */
export const API_DESCRIPTION = 'openapi.json';
