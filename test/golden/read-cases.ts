import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from '../../src/base/identity.ts';
import { parseJson } from '../../src/base/json.ts';
import type { Config } from '../../src/config/config.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { withoutKeys } from '../support/without-keys.ts';

/** A GraphQL request in a folder of test/golden. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly role: string;
  readonly claims: Identity['claims'];
  /** Configuration of the shop. */
  readonly style: ShopStyle;
}

export type ShopStyle = keyof typeof shopStyles;

/** The policies of the role `owner`, whose operands are claims. */
const OWNER_POLICIES: Readonly<Record<string, string>> = {
  Customer: '@item.country eq @claims.country and @item.id ge @claims.from',
  Order: '@item.total gt @claims.total and @item.placed_at lt @claims.before and @item.gift eq @claims.gift',
};

const withOwner = (config: Config): Config => ({
  ...config,
  entities: config.entities.map((entity) => {
    const policy = OWNER_POLICIES[entity.name];
    if (policy === undefined) return entity;
    const permission = { role: 'owner', actions: [{ action: 'read', exclude: [], policy }] } as const;
    return { ...entity, permissions: [...entity.permissions, permission] };
  }),
});

/** Changes of the shop's configuration. A case without `compatibility.txt` has the style `own`. */
export const shopStyles = {
  own: (config: Config): Config => config,
  dab: withDabStyle,
  keyless: withoutKeys,
  owner: withOwner,
};

/** Returns the results of a function for each style. */
export const mapStyles = <T>(make: (change: (config: Config) => Config) => T): Record<ShopStyle, T> => ({
  own: make(shopStyles.own),
  dab: make(shopStyles.dab),
  keyless: make(shopStyles.keyless),
  owner: make(shopStyles.owner),
});

const ROOT = import.meta.dirname;

/** Returns the existing file types of a dialect: `sql` or `json` for statements, `unsupported` for a refusal. */
export const endingsOf = (folder: string, dialect: string): readonly string[] =>
  ['sql', 'json', 'unsupported'].filter((ending) => existsSync(join(folder, `${dialect}.${ending}`)));

/** Returns the folder of each GraphQL and REST case. */
const listFolders = (): readonly { readonly name: string; readonly folder: string }[] =>
  readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(ROOT, name) }));

/** Reads `case.graphql` with optional `variables.json`, `role.txt`, `claims.json`, and `compatibility.txt`. */
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
        claims: parseJson(read('claims.json') ?? '{}') as Identity['claims'],
        style: (read('compatibility.txt')?.trim() ?? 'own') as ShopStyle,
      };
    });
}

/** A REST case: `request.http` with an optional `compatibility.txt`. */
export interface RestCase {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  /** True if the shop is served in the style of Data API builder. */
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
