export const API_DESCRIPTION = 'openapi.json';
