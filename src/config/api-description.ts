/** Below the REST path. */
export const API_DESCRIPTION = 'openapi.json';
