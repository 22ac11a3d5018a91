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

/** How the files of a dialect end: `sql` for its statements, `unsupported` for its refusal. */
export const endingsOf = (folder: string, dialect: string): readonly string[] =>
  ['sql', 'unsupported'].filter((ending) => existsSync(join(folder, `${dialect}.${ending}`)));

/** The folder of each case, of GraphQL and of REST. */
const listFolders = (): readonly { readonly name: string; readonly folder: string }[] =>
  readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(ROOT, name) }));

/** Every case of GraphQL; `case.graphql` is the document; `variables.json`, `role.txt` and `compatibility.txt` are optional beside it. */
export function readCases(): readonly GoldenCase[] {
  return listFolders()
    .filter(({ name }) => !name.startsWith('rest-'))
    .map(({ name, folder }) => {
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

/** A case of REST: `request.http` is the text of the request; `compatibility.txt` is optional beside it. */
export interface RestCase {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** Whether the shop is served in the style of Data API builder. */
  readonly dab: boolean;
}

export const readRestCases = (): readonly RestCase[] =>
  listFolders()
    .filter(({ name }) => name.startsWith('rest-'))
    .map(({ name, folder }) => ({
      name,
      folder,
      file: readFileSync(join(folder, 'request.http'), 'utf8'),
      dab: existsSync(join(folder, 'compatibility.txt')),
    }));
