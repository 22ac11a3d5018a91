import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/base/json.ts';

/** One folder below test/golden: what is asked, by whom. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly role: string;
  /** Whether the shop is served in the style of Data API builder. */
  readonly dab: boolean;
}

const ROOT = import.meta.dirname;

/** Every case of GraphQL; `case.graphql` is the document; `variables.json`, `role.txt` and `compatibility.txt` are optional beside it. */
export function readCases(): readonly GoldenCase[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('rest-'))
    .map(({ name }) => {
      const folder = join(ROOT, name);
      const read = (file: string) =>
        existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
      return {
        name,
        folder,
        document: readFileSync(join(folder, 'case.graphql'), 'utf8'),
        variables: parseJson(read('variables.json') ?? '{}') as Record<string, unknown>,
        role: read('role.txt')?.trim() ?? 'anonymous',
        dab: read('compatibility.txt')?.trim() === 'dab',
      };
    });
}
