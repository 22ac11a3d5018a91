import type { Item } from '../../http/support/serve-rest.ts';
import { queryGraphql, type Walked } from './walked.ts';

/** Checks that each foreign key links as many rows as in the database. */
export async function walkReferences({ published, rest, judge, references, rows, report }: Walked): Promise<void> {
  for (const [name, { target, on }] of references) {
    const pairs = on.map(([from, to]) => `t.${quote(from)} = o.${quote(to)}`).join(' and ');
    try {
      const expected = await judge.count(published, `exists (select from ${target} o where ${pairs})`);
      const items: Item[] = [];
      for (let offset = 0; offset < rows; offset += 1000) {
        const page = `page: ${published.connection}(first: 1000, offset: ${offset}) { items { ${name} { __typename } } }`;
        items.push(...((await queryGraphql(rest, `{ ${page} }`)).page?.items ?? []));
      }
      const found = items.filter((item) => item[name] !== null).length;
      if (found !== expected)
        report(`"${name}" leads from ${found} rows to ${target}, in the database from ${expected}`);
    } catch (error) {
      report(`"${name}": ${(error as Error).message}`);
    }
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
