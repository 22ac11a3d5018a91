import { readFile, writeFile } from 'node:fs/promises';

/**
 * Replaces the text between the comments that mark a table of a page.
 * @param name name of the table in its last marker
 * @throws Error if a marker is missing
 */
export async function replaceTable(page: string, part: string, name: string, table: string): Promise<void> {
  const [start, end] = [`<!-- ${name}: written by \`npm run bench -- ${part}\` -->`, `<!-- end of ${name} -->`];
  const url = new URL(`../../${page}`, import.meta.url);
  const text = await readFile(url, 'utf8');
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${page} has no markers for the table.`);
  await writeFile(url, `${before}${start}\n\n${table}\n\n${end}${after}`);
}
