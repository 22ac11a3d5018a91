import type { Capabilities } from '../../sql/dialect.ts';

export const capabilities: Capabilities = { connections: true, lists: true, jsonPaths: true };
