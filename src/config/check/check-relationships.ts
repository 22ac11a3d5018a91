import { nearest } from '../../base/did-you-mean.ts';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { errorAt } from '../document/problem-at.ts';
import { entitiesOf } from '../entity-settings.ts';
import type { ConfigFile, Draft, RelationshipFile } from '../schema/config-schema.ts';

type Key = keyof RelationshipFile;

const KINDS = ['hasMany', 'hasOne', 'belongsTo'] as const;

const SHORT_KEYS: readonly Key[] = ['on', 'through'];

const LEGACY_KEYS: readonly Key[] = [
  'target.entity',
  'source.fields',
  'target.fields',
  'linking.object',
  'linking.source.fields',
  'linking.target.fields',
];

export function checkRelationships(file: Draft<ConfigFile>): Problem[] {
  const entities = Object.keys(file.entities ?? {});
  return entitiesOf(file).flatMap(([name, { relationships = {} }]) =>
    Object.entries(relationships).flatMap(([key, relationship = {}]) => {
      const path = ['entities', name, 'relationships', key];
      return [...checkTarget(relationship, path, entities), ...checkSpelling(relationship, path)];
    }),
  );
}

function checkTarget(relationship: Draft<RelationshipFile>, path: ConfigPath, entities: readonly string[]): Problem[] {
  return [...KINDS, 'target.entity' as const].flatMap((key) => {
    const target = relationship[key];
    if (target === undefined || entities.includes(target)) return [];
    const suggestion = nearest(target, entities);
    return [
      errorAt([...path, key], `Unknown entity "${target}".`, {
        found: target,
        expected: 'the name of an entity of this file',
        ...(suggestion !== undefined && { suggestion }),
      }),
    ];
  });
}

function checkSpelling(relationship: Draft<RelationshipFile>, path: ConfigPath): Problem[] {
  if ('cardinality' in relationship) return checkLegacy(relationship, path);
  // Without these keys, the syntax is unknown. The shape check reports that they are missing.
  return KINDS.some((key) => key in relationship) ? checkShort(relationship, path) : [];
}

function checkShort(relationship: Draft<RelationshipFile>, path: ConfigPath): Problem[] {
  const usesThrough = 'through' in relationship;
  return [
    ...reportMisplaced(
      relationship,
      LEGACY_KEYS,
      path,
      'only with "cardinality". With "hasMany", "hasOne", or "belongsTo", use "on" or "through"',
    ),
    ...(usesThrough && ('hasOne' in relationship || 'belongsTo' in relationship)
      ? [errorAt([...path, 'through'], 'The key "through" is allowed only with "hasMany".')]
      : []),
    ...(usesThrough && 'on' in relationship
      ? [
          errorAt(
            [...path, 'on'],
            '"on" cannot be combined with "through". Use "sourceOn" and "targetOn" in "through".',
          ),
        ]
      : []),
  ];
}

function checkLegacy(relationship: Draft<RelationshipFile>, path: ConfigPath): Problem[] {
  const linked = 'linking.object' in relationship;
  const pairs: readonly (readonly [Key, Key])[] = linked
    ? [
        ['source.fields', 'linking.source.fields'],
        ['target.fields', 'linking.target.fields'],
      ]
    : [['source.fields', 'target.fields']];
  return [
    ...reportMisplaced(relationship, SHORT_KEYS, path, 'only with "hasMany", "hasOne", or "belongsTo"'),
    ...('target.entity' in relationship
      ? []
      : [
          errorAt([...path, 'target.entity'], 'Missing key "target.entity".', {
            expected: 'the name of an entity',
          }),
        ]),
    ...(linked && relationship.cardinality === 'one'
      ? [errorAt([...path, 'linking.object'], '"linking.object" requires the cardinality "many".')]
      : []),
    ...(linked
      ? []
      : reportMisplaced(
          relationship,
          ['linking.source.fields', 'linking.target.fields'],
          path,
          'only with "linking.object"',
        )),
    ...pairs.flatMap(([left, right]) =>
      // One side of a junction is enough: foreign keys define the other side.
      linked && !(left in relationship && right in relationship) ? [] : checkPair(relationship, left, right, path),
    ),
  ];
}

function reportMisplaced(
  relationship: Draft<RelationshipFile>,
  keys: readonly Key[],
  path: ConfigPath,
  condition: string,
): Problem[] {
  return keys
    .filter((key) => key in relationship)
    .map((key) => errorAt([...path, key], `The key "${key}" is allowed ${condition}.`));
}

function checkPair(relationship: Draft<RelationshipFile>, left: Key, right: Key, path: ConfigPath): Problem[] {
  const [from, to] = [relationship[left], relationship[right]];
  const missing = !(left in relationship) ? left : !(right in relationship) ? right : undefined;
  if (missing !== undefined) {
    const present = missing === left ? right : left;
    if (!(present in relationship)) return [];
    return [
      errorAt(
        [...path, missing],
        `The keys "${left}" and "${right}" belong together. Add both, or neither to use foreign keys.`,
      ),
    ];
  }
  if (!Array.isArray(from) || !Array.isArray(to)) return [];
  if (from.length === to.length) return checkRepeated(from, to, [...path, right]);
  return [
    errorAt(
      [...path, right],
      `The columns of "${left}" and "${right}" are paired in order and must have the same number.`,
      {
        found: `${to.length} of "${right}"`,
        expected: `${from.length}, as "${left}" has`,
      },
    ),
  ];
}

function checkRepeated(from: readonly unknown[], to: readonly unknown[], path: ConfigPath): Problem[] {
  const pairs = from.map((column, index) => JSON.stringify([column, to[index]]));
  const repeated = pairs.findIndex((pair, index) => pairs.indexOf(pair) < index);
  if (repeated < 0) return [];
  return [errorAt(path, `The columns "${from[repeated]}" and "${to[repeated]}" are paired twice. Remove one pair.`)];
}
