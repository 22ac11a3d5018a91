import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/base/json.ts';
import type { Config } from '../../src/config/config.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { withoutKeys } from '../support/without-keys.ts';

/** One folder below test/golden: what is asked, by whom. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly role: string;
  /** How the shop is configured. */
  readonly style: ShopStyle;
}

export type ShopStyle = keyof typeof shopStyles;

/** Changes of the shop's configuration. A case without `compatibility.txt` has the style `own`. */
export const shopStyles = {
  own: (config: Config): Config => config,
  dab: withDabStyle,
  keyless: withoutKeys,
};

/** Returns the results of a function for each style. */
export const mapStyles = <T>(make: (change: (config: Config) => Config) => T): Record<ShopStyle, T> => ({
  own: make(shopStyles.own),
  dab: make(shopStyles.dab),
  keyless: make(shopStyles.keyless),
});

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
        style: (read('compatibility.txt')?.trim() ?? 'own') as ShopStyle,
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
