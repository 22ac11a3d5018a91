import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseJsonDocument } from '../../../../src/config/document/read-files.ts';
import { configSchema } from '../../../../src/config/schema/config-schema.ts';
import {
  generatedParts,
  publishedSchema,
  schemaFileText,
  withGeneratedPart,
} from '../../../../src/config/schema/generated-files.ts';
import type { JsonSchema } from '../../../../src/config/schema/json-schema.ts';
import { withEntities, withRuntime } from '../with-file.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const page = read('docs/configuration.md');
const validate = new Ajv({ allowUnionTypes: true, strictTypes: true }).compile(publishedSchema);

describe('the published schema', () => {
  it('is valid draft-07', () => {
    expect(new Ajv().validateSchema(publishedSchema)).toBe(true);
  });

  it('is up to date in schema/ and docs/ (`npm run schema`)', () => {
    expect(read('schema/joinery.schema.json')).toBe(schemaFileText());
    for (const [file, print] of Object.entries(generatedParts)) {
      expect(read(file)).toBe(withGeneratedPart(read(file), print()));
      expect(print()).toContain('mode` |');
      expect(print()).not.toContain('undefined');
    }
  });

  it('describes each key', () => {
    expect(undescribed(configSchema, '')).toEqual([]);
  });

  it('accepts the example of the docs and a file with every key', () => {
    const example = /```jsonc\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    for (const text of [example, read('test/unit/config/fixtures/every-key.jsonc')]) {
      expect(validate(parseJsonDocument(text).value), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  it.each([
    withRuntime({ rest: "@env('REST')", graphql: { enabled: 'true', path: "@env('PATH')" } }),
    withRuntime({ numbers: "@env('NUMBERS')", host: { port: "@env('PORT')" }, limits: { 'in-values': '5' } }),
    withEntities({ A: { source: 'a', permissions: [{ role: 'r', actions: "@env('ACTIONS')" }] } }),
  ])('accepts environment variables for scalars: %j', (content) => {
    expect(validate(content), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    withRuntime({ rest: 'yes' }),
    withRuntime({ graphql: { path: 'graphql' } }),
    withRuntime({ numbers: 'numbers' }),
    withRuntime({ host: { port: 'x' } }),
    withRuntime({ hosts: {} }),
    withEntities({ A: { source: 'a', permissions: [{ role: 'r', actions: ['raed'] }] } }),
  ])('rejects %j', (content) => {
    expect(validate(content)).toBe(false);
  });
});

function undescribed({ properties = {}, additionalProperties, items }: JsonSchema, path: string): string[] {
  return [
    ...Object.entries(properties).flatMap(([key, child]) => [
      ...(child.description === undefined ? [`${path}.${key}`] : []),
      ...undescribed(child, `${path}.${key}`),
    ]),
    ...(additionalProperties ? undescribed(additionalProperties, `${path}.*`) : []),
    ...(items ? undescribed(items, `${path}[]`) : []),
  ];
}
