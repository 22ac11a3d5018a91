import type { Random } from '../generate/random.ts';
import type { Kind } from './kind.ts';

const ROWS = 40;

export const tableOf = ({ name }: Kind): string => `kind_${name.toLowerCase()}`;
export const keyTableOf = ({ name }: Kind): string => `key_${name.toLowerCase()}`;
export const entityOf = ({ name }: Kind): string => `Kind${name}`;
export const keyEntityOf = ({ name }: Kind): string => `Key${name}`;
export const listOf = ({ name }: Kind): string => `kind${name}s`;

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Creates tables per kind: one of numbered values, one of keys. */
export function writeTables(kinds: readonly Kind[], random: Random, insert: 'insert' | 'insert ignore'): string {
  return kinds
    .flatMap((kind) => {
      const rows = random.times(ROWS, (index) => {
        const v = random.chance(0.15) ? 'null' : quote(random.pick(kind.values));
        return `(${index + 1}, ${v}, ${quote(random.pick(kind.values))}, ${random.int(1, 5)})`;
      });
      const keys = kind.values.map((value, index) => `(${quote(value)}, ${index})`);
      const conflict = insert === 'insert' ? ' on conflict do nothing' : '';
      const keyed = [
        `create table ${keyTableOf(kind)} (v ${kind.type} primary key, n int);`,
        ...keys.map((key) => `${insert} into ${keyTableOf(kind)} values ${key}${conflict};`),
      ];
      return [
        `create table ${tableOf(kind)} (id int primary key, v ${kind.type}, w ${kind.type} not null, g int not null);`,
        `insert into ${tableOf(kind)} values ${rows.join(', ')};`,
        ...(kind.noKey === true ? [] : keyed),
      ];
    })
    .join('\n');
}

/** Returns the entities of these tables. The role `claiming` reads values equal to, or at least, its claim. */
export function configureKinds(kinds: readonly Kind[], actions: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const policy = kind.has === 'order' ? '@item.v ge @claims.v' : '@item.v eq @claims.v';
      const claiming = { role: 'claiming', actions: [{ action: 'read', policy: { database: policy } }] };
      const permissions = [{ role: 'anonymous', actions }, ...(kind.has === 'nothing' ? [] : [claiming])];
      const names = (entity: string) => ({ type: { singular: entity, plural: `${entity}s` } });
      const entity = { source: tableOf(kind), graphql: names(entityOf(kind)), permissions };
      const keyed = {
        source: keyTableOf(kind),
        graphql: names(keyEntityOf(kind)),
        permissions: permissions.slice(0, 1),
      };
      return [[entityOf(kind), entity], ...(kind.noKey === true ? [] : [[keyEntityOf(kind), keyed]])];
    }),
  );
}
