import { configSchema } from './config-schema.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** The reference of every key as a Markdown table: key, type, default, meaning; `*` marks keys that must be there. */
export const keyTable = (): string =>
  ['| key | type | default | meaning |', '|---|---|---|---|', ...rows(configSchema, '')].join('\n');

function rows(schema: JsonSchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const childPath = path === '' ? key : `${path}.${key.includes('.') ? `"${key}"` : key}`;
    return [row(child, childPath, schema.required?.includes(key) ?? false), ...rows(child, childPath)];
  });
  const named = schema.additionalProperties ? rows(schema.additionalProperties, `${path}.<name>`) : [];
  // Where a list may stand in place of an object, its items are such objects.
  const listed = schema.items && !schema.properties ? rows(schema.items, `${path}[]`) : [];
  return [...own, ...named, ...listed];
}

function row(schema: JsonSchema, path: string, required: boolean): string {
  const value = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  return `| \`${path}\`${required ? ' *' : ''} | ${describeSchema(schema)} | ${value} | ${schema.description ?? ''} |`;
}
