/** Path of the OpenAPI document, below the REST path. */
export const API_DESCRIPTION = 'openapi.json';
