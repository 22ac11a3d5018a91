import type { PublishedField } from './published.ts';
import { askRest, pick, type Walked } from './walked.ts';

/** What was read is what the database has: given back to it, it is written as the column is. */
export async function walkRead({ published, judge, items, complain }: Walked, field: PublishedField): Promise<void> {
  const key = published.key.map(({ column }) => `t.${column.sql}`);
  try {
    const seen = [...(await judge.textsOf([field], items))];
    const expected = [...(await judge.rowsOf(published, [field], key, items.length))];
    if (key.length === 0) for (const texts of [seen, expected]) texts.sort(compareAsJson);
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    complain(`reads ${JSON.stringify(seen)}, the database ${JSON.stringify(expected)}`, field);
  } catch (error) {
    complain(`reads what the database cannot: ${(error as Error).message}`, field);
  }
}

/** The default comparison takes null for an empty string. */
const compareAsJson = (left: unknown, right: unknown): number =>
  JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;

/** REST gives the same items as GraphQL, and its document describes each of their fields. */
export async function walkCollection(
  { published, rest, items, complain }: Walked,
  described: Described,
): Promise<void> {
  const { entity, typeName, fields } = published;
  const properties = described.components.schemas[typeName]?.properties ?? {};
  for (const field of fields) if (!(field.name in properties)) complain('is not in the OpenAPI document', field);
  try {
    const { value = [] } = await askRest(rest, `/api/${entity}?$first=${Math.max(1, items.length)}`);
    const [seen, expected] = [value, items].map((read) => JSON.stringify(read.map((item) => pick(item, fields))));
    if (seen !== expected) complain(`REST reads ${seen}, GraphQL ${expected}`);
  } catch (error) {
    complain(`REST: ${(error as Error).message}`);
  }
}

/** What is looked at of an OpenAPI document. */
export interface Described {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: object }>> };
}
