import type { QueryRows } from '../../introspection.ts';
import type { CatalogPart, CatalogParts } from './catalog-parts.ts';

/** The facts of each part, in order. */
export type PartFacts = {
  readonly [Name in keyof CatalogParts]: NonNullable<CatalogParts[Name]> extends CatalogPart<infer Facts>
    ? readonly Facts[]
    : never;
};

type AnyPart = NonNullable<CatalogParts[keyof CatalogParts]>;

/** Reads all parts by one statement: a row for each thing, with the name of its part. */
export async function readParts(query: QueryRows, parts: CatalogParts): Promise<PartFacts> {
  const members = entriesOf(parts).map(
    ([name, part]) =>
      `(select '${name}' as part, ${factsOf(part)} as facts from ${part.from} order by ${part.order} limit 18446744073709551615)`,
  );
  const rows = Map.groupBy(await query(members.join('\nunion all\n'), []), ({ part }) => part);
  const found = entriesOf(parts).map(([name]) => [
    name,
    (rows.get(name) ?? []).map(({ facts }): unknown => JSON.parse(String(facts))),
  ]);
  return Object.fromEntries(found) as PartFacts;
}

/** A text that is another one whenever a fact has changed: sums of checksums, whatever the order. */
export async function readMarkOf(query: QueryRows, parts: CatalogParts): Promise<string> {
  const sums = entriesOf(parts).map(([, part]) => `(select sum(crc32(${factsOf(part)})) from ${part.from})`);
  const [row] = await query(`select concat_ws(' ', ${sums.join(',\n')}) as mark`, []);
  return String(row?.mark);
}

const entriesOf = (parts: CatalogParts) => Object.entries(parts) as [keyof CatalogParts, AnyPart][];

/** As text, whatever the server makes of JSON. */
function factsOf({ facts }: AnyPart): string {
  const members = Object.entries(facts).map(([name, expression]) => `'${name}', ${expression}`);
  return `cast(json_object(${members.join(', ')}) as char)`;
}
