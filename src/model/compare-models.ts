import type { Entity, Field, Model, Parameter } from './model.ts';

/**
 * Describes the effects of a changed catalog on clients, as `Note.author is removed.` Both models are built from one
 * configuration.
 */
export const compareModels = (before: Model, after: Model): readonly string[] =>
  after.entities.flatMap((entity) => {
    const previous = before.byName.get(entity.name);
    return previous === undefined ? [] : compareEntities(previous, entity);
  });

function compareEntities(before: Entity, after: Entity): readonly string[] {
  const { name } = after;
  return [
    ...compareMembers(before.fields, after.fields, compareFields).map((change) => `${name}.${change}`),
    ...compareMembers(before.routine?.parameters ?? [], after.routine?.parameters ?? [], compareParameters).map(
      (change) => `${name}, parameter ${change}`,
    ),
    ...compareKeys(before, after),
    ...compareOperations(before, after),
  ];
}

type Member = Pick<Field, 'name' | 'type'>;

function compareMembers<T extends Member>(
  before: readonly T[],
  after: readonly T[],
  compare: (before: T, after: T) => readonly string[],
): readonly string[] {
  const previous = new Map(before.map((member) => [member.name, member]));
  const names = new Set(after.map(({ name }) => name));
  return [
    ...before.filter(({ name }) => !names.has(name)).map(({ name }) => `${name} is removed.`),
    ...after.flatMap((member) => {
      const old = previous.get(member.name);
      if (old === undefined) return [`${member.name} is added, with the type ${describeType(member)}.`];
      return [...compareTypes(old, member), ...compare(old, member)].map((change) => `${member.name} ${change}.`);
    }),
  ];
}

function compareTypes(before: Member, after: Member): readonly string[] {
  const [oldType, newType] = [describeType(before), describeType(after)];
  return oldType === newType ? [] : [`now has the type ${newType} instead of ${oldType}`];
}

const describeType = ({ type }: Member): string => (type.list ? `[${type.scalar}]` : type.scalar);

function compareFields(before: Field, after: Field): readonly string[] {
  if (before.nullable === after.nullable) return [];
  return [
    after.nullable ? 'may now be null' : 'is never null now, and is required in new rows unless it has a default',
  ];
}

function compareParameters(before: Parameter, after: Parameter): readonly string[] {
  if (before.required === after.required) return [];
  return [after.required ? 'is required' : 'is optional'];
}

function compareKeys(before: Entity, after: Entity): readonly string[] {
  const [oldKey, newKey] = [before, after].map(({ key }) => key.map(({ name }) => name).join(', '));
  if (oldKey === newKey) return [];
  if (newKey === '') return [`${after.name} no longer has a key.`];
  return [`${after.name} now has the key (${newKey})${oldKey === '' ? '' : ` instead of (${oldKey})`}.`];
}

function compareOperations(before: Entity, after: Entity): readonly string[] {
  const lost = [...before.operations].filter((action) => !after.operations.has(action));
  const gained = [...after.operations].filter((action) => !before.operations.has(action));
  return [
    ...(lost.length > 0 ? [`${after.name} no longer supports ${lost.join(', ')}.`] : []),
    ...(gained.length > 0 ? [`${after.name} supports ${gained.join(', ')}.`] : []),
  ];
}
