/** What the OpenAPI document is called below the path of the REST API. */
export const API_DESCRIPTION = 'openapi.json';
