import type { Pool } from 'pg';
import type { ForeignKey, Relation } from './describe-relations.ts';

export interface Configured {
  readonly relation: Relation;
  readonly entity: string;
  readonly config: object;
}

/** Returns one relationship per foreign key to a served relation, with columns if the target is ambiguous. */
export function configureReferences(
  { relation }: Configured,
  served: readonly Configured[],
): readonly { readonly name: string; readonly foreignKey: ForeignKey; readonly config: object }[] {
  return relation.foreignKeys.flatMap((foreignKey, index) => {
    const target = served.find((other) => other.relation.sql === foreignKey.target);
    if (target === undefined) return [];
    const isOnly = relation.foreignKeys.filter((other) => other.target === foreignKey.target).length === 1;
    const config = { belongsTo: target.entity, ...(!isOnly && { on: Object.fromEntries(foreignKey.on) }) };
    return [{ name: `reference_${index}`, foreignKey, config }];
  });
}

/** Configures an entity per relation using only its name. */
export async function configureRelations(pool: Pool, relations: readonly Relation[]): Promise<readonly Configured[]> {
  const names = new Set<string>();
  const configured: Configured[] = [];
  for (const relation of relations) {
    const entity = nameEntity(relation, names);
    names.add(entity.toLowerCase());
    configured.push({ relation, entity, config: await configure(pool, relation) });
  }
  return configured;
}

const permissions = [{ role: 'anonymous', actions: ['*'] }];

async function configure(pool: Pool, { schema, name, kind, sql, changes, columns }: Relation): Promise<object> {
  const object = [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
  const [first] = columns;
  const isView = kind === 'v' || kind === 'm';
  if (!isView && kind !== 'f') return { source: object, permissions };
  const isKey = first !== undefined && (await isDistinct(pool, sql, first.sql));
  const operations = [
    'read',
    ...(changes & 8 ? ['create'] : []),
    ...(isKey && changes & 4 ? ['update'] : []),
    ...(isKey && changes & 16 ? ['delete'] : []),
  ];
  return {
    source: { object, type: isView ? 'view' : 'table' },
    ...(isKey && { fields: [{ name: first.name, 'primary-key': true }] }),
    ...(isView && { operations }),
    permissions,
  };
}

/** Returns whether the values of this column are distinct in the existing rows. */
async function isDistinct(pool: Pool, relation: string, column: string): Promise<boolean> {
  const counted = pool.query(`select count(*) = count(distinct ${column}) as "isUnique" from ${relation}`);
  return counted.then(
    ({ rows }) => rows[0].isUnique,
    () => false,
  );
}

/** `order_details` → `OrderDetails`; a taken name is prefixed with the schema, then numbered. */
function nameEntity({ schema, name }: Relation, taken: ReadonlySet<string>): string {
  const short = pascalCase(name);
  const long = `${pascalCase(schema)}${short}`;
  const candidates = [short, long, ...Array.from({ length: 99 }, (_, index) => `${short}${index + 2}`)];
  return candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? long;
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Table${joined}`;
}
