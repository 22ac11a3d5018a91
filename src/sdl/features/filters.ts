import type { Entity, FieldType, Model } from '../../model/model.ts';
import { isReadable, readableFields, readableRelationships } from '../../model/visibility.ts';
import { filterOperators } from '../../scalars/operators.ts';
import { elementName, filterInput, usedTypes } from '../field-types.ts';
import { block } from '../write.ts';

/** An input for each type of a field, with the operators of the type. */
export function printScalarFilters(model: Model): readonly string[] {
  const types = usedTypes(model);
  const inputs = [...types].map(([name, type]) =>
    block(
      `input ${name}`,
      filterOperators(type).map((operator) => `${operator}: ${operandType(operator, type)}`),
    ),
  );
  const hasPaths = [...types.values()].some((type) => filterOperators(type).includes('path'));
  return hasPaths ? [...inputs, JSON_PATH] : inputs;
}

const JSON_PATH = `input JSONPathFilterInput {
"Where: \`$.size.width\`, \`$.parts[0]\`, \`$[\\"a name\\"]\`; \`$\` is the whole value."
at: String!
eq: JSON
neq: JSON
isNull: Boolean
}`;

/** Operators that take a list of values. */
const LISTS: ReadonlySet<string> = new Set(['in', 'nin', 'hasAny', 'hasAll']);

function operandType(operator: string, type: FieldType): string {
  if (operator === 'isNull') return 'Boolean';
  if (operator === 'path') return 'JSONPathFilterInput';
  return LISTS.has(operator) ? `[${elementName(type)}]` : elementName(type);
}

/** The filter of each entity, and the one of each entity that a to-many relationship leads to. */
export function printEntityFilters(model: Model): readonly string[] {
  const readable = model.entities.filter(isReadable);
  const listTargets = new Set(
    readable.flatMap((entity) =>
      readableRelationships(model, entity)
        .filter(({ relationship }) => relationship.many)
        .map(({ target }) => target),
    ),
  );
  return readable.flatMap((entity) => {
    const { filter, listFilter } = entity.graphql.types;
    const members = filterMembers(model, entity);
    const plain = block(`input ${filter}`, members);
    if (!listTargets.has(entity)) return [plain];
    const quantifiers = [
      `"A related row exists for which this holds."\nsome: ${filter}`,
      `"No related row exists for which this does not hold."\nevery: ${filter}`,
      `"No related row exists for which this holds."\nnone: ${filter}`,
    ];
    return [plain, block(`input ${listFilter}`, [...quantifiers, ...members])];
  });
}

function filterMembers(model: Model, entity: Entity): readonly string[] {
  const { filter } = entity.graphql.types;
  return [
    `"All of these hold."\nand: [${filter}!]`,
    `"One of these holds at least."\nor: [${filter}!]`,
    `"This does not hold."\nnot: ${filter}`,
    ...readableFields(entity).map((field) => `${field.documentName}: ${filterInput(field.type)}`),
    ...readableRelationships(model, entity).map(
      ({ relationship, target }) =>
        `${relationship.documentName}: ${target.graphql.types[relationship.many ? 'listFilter' : 'filter']}`,
    ),
  ];
}
