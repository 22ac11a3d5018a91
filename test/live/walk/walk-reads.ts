import type { PublishedField } from './published.ts';
import { pick, requestRest, type Walked } from './walked.ts';

/** Checks that values equal the values in the database, converted by the type of the column. */
export async function walkRead({ published, judge, items, report }: Walked, field: PublishedField): Promise<void> {
  const key = published.key.map(({ column }) => `t.${column.sql}`);
  try {
    const values = [...(await judge.textsOf([field], items))];
    const expected = [...(await judge.rowsOf(published, [field], key, items.length))];
    if (key.length === 0) for (const texts of [values, expected]) texts.sort(compareAsJson);
    if (JSON.stringify(values) === JSON.stringify(expected)) return;
    report(`reads ${JSON.stringify(values)}, the database ${JSON.stringify(expected)}`, field);
  } catch (error) {
    report(`reads what the database cannot: ${(error as Error).message}`, field);
  }
}

/** The default comparison takes null for an empty string. */
const compareAsJson = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

/** Checks that REST returns the same items as GraphQL, and that OpenAPI describes each field. */
export async function walkCollection({ published, rest, items, report }: Walked, described: Described): Promise<void> {
  const { entity, typeName, fields } = published;
  const properties = described.components.schemas[typeName]?.properties ?? {};
  for (const field of fields) if (!(field.name in properties)) report('is not in the OpenAPI document', field);
  try {
    const { value = [] } = await requestRest(rest, `/api/${entity}?$first=${Math.max(1, items.length)}`);
    const [found, expected] = [value, items].map((read) => JSON.stringify(read.map((item) => pick(item, fields))));
    if (found !== expected) report(`REST reads ${found}, GraphQL ${expected}`);
  } catch (error) {
    report(`REST: ${(error as Error).message}`);
  }
}

/** The checked part of an OpenAPI document. */
export interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}
