export interface Generated {
  readonly ddl: string;
  readonly config: object;
}

/** The key, two foreign keys, and nine other columns. */
const COLUMNS = [
  'id int primary key',
  'left_id int not null',
  'right_id int',
  'code text not null unique',
  'title varchar(200) not null',
  'note text',
  'amount int not null',
  'size bigint',
  'price numeric(12, 2) not null',
  'active boolean not null',
  'created_at timestamptz not null',
  'due date',
];

/** Distance in the ring between an entity and the target of its `right`. */
const REACH = 3;

/**
 * Generates entities of 12 columns and 3 relationships each, linked in a ring.
 * @param count at least 7
 */
export function generateShape(count: number): Generated {
  const indices = Array.from({ length: count }, (_, index) => index);
  const around = (index: number): number => (index + count) % count;
  const tables = indices.map((index) => `create table ${tableName(index)} (${COLUMNS.join(', ')});`);
  const keys = indices.flatMap((index) => [
    foreignKey(index, 'left_id', around(index + 1)),
    foreignKey(index, 'right_id', around(index + REACH)),
  ]);
  const entity = (index: number): object => ({
    source: tableName(index),
    permissions: [{ role: 'anonymous', actions: ['read'] }],
    relationships: {
      left: { belongsTo: entityName(around(index + 1)) },
      right: { belongsTo: entityName(around(index + REACH)) },
      followers: { hasMany: entityName(around(index - 1)) },
    },
  });
  return {
    ddl: [...tables, ...keys].join('\n'),
    config: {
      'data-source': { 'database-type': 'postgresql', 'connection-string': "@env('DATABASE_URL')" },
      entities: Object.fromEntries(indices.map((index) => [entityName(index), entity(index)])),
    },
  };
}

function foreignKey(index: number, column: string, target: number): string {
  const table = tableName(index);
  return [
    `alter table ${table} add foreign key (${column}) references ${tableName(target)};`,
    `create index on ${table} (${column});`,
  ].join('\n');
}

const tableName = (index: number): string => `item_${index}`;

const entityName = (index: number): string => `Item${index}`;
