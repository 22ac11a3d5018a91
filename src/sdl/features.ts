import { ETAG_FIELD, hasEtag } from '../model/etag.ts';
import type { ChangeKind, Entity, Field, FieldType, Model, Parameter, Routine } from '../model/model.ts';
import { PLACEHOLDER } from '../model/placeholder.ts';
import {
  columnsFilledByNesting,
  creatableFields,
  executable,
  hasPublicKey,
  isOptional,
  isReadable,
  isShown,
  nestableRelationships,
  offeredChanges,
  readableFields,
  readableRelationships,
  updatableFields,
  updateInputFields,
} from '../model/visibility.ts';
import { filterOperators, isNumber } from '../scalars/operators.ts';
import { customScalars, FILTER_SCALAR, graphqlScalars } from '../scalars/scalar.ts';
import { connectionArguments, listArguments, type PrintContext, type SchemaUse, streamArguments } from './arguments.ts';
import { groupByField, printGroups } from './features/groups.ts';
import { printOrderInputs } from './features/order.ts';
import { elementName, exposedTypes, filterInput, inputType, outputType, typesByFilterInput } from './field-types.ts';
import { block, describe } from './write.ts';

/** In output order. */
const features: readonly ((model: Model, use: SchemaUse) => readonly string[])[] = [
  printQuery,
  printMutations,
  printSubscriptions,
  printObjects,
  printConnections,
  printGroups,
  printEntityFilters,
  printOrderInputs,
  printChangeInputs,
  printScalarFilters,
  printEnums,
  printScalars,
];

/** Prints the schema of a model. The schema for REST documents has `where` arguments, but no groups. */
export const printSdl = (model: Model, use: SchemaUse = 'public'): string =>
  `${features.flatMap((print) => print(model, use)).join('\n\n')}\n`;

/** Labels keep their declared order. */
function printEnums(model: Model): readonly string[] {
  const used = new Set(exposedTypes(model).map((type) => type.enumType));
  return model.enums
    .filter((candidate) => used.has(candidate))
    .map((type) => `${describe(type.description)}${block(`enum ${type.name}`, type.labels)}`);
}

function printScalarFilters(model: Model): readonly string[] {
  const types = typesByFilterInput(model);
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
"Path, such as \`$.size.width\`, \`$.parts[0]\`, or \`$[\\"a name\\"]\`. \`$\` is the whole value."
at: String!
eq: JSON
neq: JSON
isNull: Boolean
}`;

const LISTS: ReadonlySet<string> = new Set(['in', 'nin', 'hasAny', 'hasAll']);

function operandType(operator: string, type: FieldType): string {
  if (operator === 'isNull') return 'Boolean';
  if (operator === 'path') return 'JSONPathFilterInput';
  return LISTS.has(operator) ? `[${elementName(type)}]` : elementName(type);
}

function printEntityFilters(model: Model): readonly string[] {
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
      `"At least one related row matches."\nsome: ${filter}`,
      `"All related rows match."\nevery: ${filter}`,
      `"No related row matches."\nnone: ${filter}`,
    ];
    return [plain, block(`input ${listFilter}`, [...quantifiers, ...members])];
  });
}

function filterMembers(model: Model, entity: Entity): readonly string[] {
  const { filter } = entity.graphql.types;
  return [
    `"All of these match."\nand: [${filter}!]`,
    `"At least one of these matches."\nor: [${filter}!]`,
    `"This does not match."\nnot: ${filter}`,
    ...readableFields(entity).map((field) => `${field.graphqlName}: ${filterInput(field.type)}`),
    ...readableRelationships(model, entity).map(
      ({ relationship, target }) =>
        `${relationship.graphqlName}: ${target.graphql.types[relationship.many ? 'listFilter' : 'filter']}`,
    ),
  ];
}

function printChangeInputs(model: Model, use: SchemaUse): readonly string[] {
  const fillable = use === 'public' ? columnsFilledByNesting(model) : new Map<Entity, ReadonlySet<string>>();
  return model.entities.flatMap((entity) => {
    const offered = offeredChanges(entity);
    const { create, update, replace } = entity.graphql.types;
    return [
      ...(offered.includes('create')
        ? [input(create, createMembers(entity, fillable.get(entity), { model, use }))]
        : []),
      ...(offered.includes('update')
        ? [input(update, (use === 'public' ? updateInputFields(entity, model) : updatableFields(entity)).map(optional))]
        : []),
      ...(offered.includes('replace') ? [input(replace, replaceableFields(entity).map(requiredField))] : []),
    ];
  });
}

const input = (name: string, members: readonly string[]): string =>
  block(
    `input ${name}`,
    members.length > 0 ? members : [`"Placeholder, because there are no fields."\n${PLACEHOLDER}: Boolean`],
  );

/** A field that a nested row can set is optional. Planning rejects items with neither the field nor the nested row. */
function createMembers(
  entity: Entity,
  fillable: ReadonlySet<string> | undefined,
  { model, use }: PrintContext,
): readonly string[] {
  const fields = creatableFields(entity).map((field) =>
    fillable?.has(field.column) === true ? optional(field) : requiredField(field),
  );
  const related = (use === 'public' ? nestableRelationships(model, entity) : []).map(({ relationship, target }) => {
    const { create } = target.graphql.types;
    const type = relationship.many ? `[${create}!]` : create;
    return `${describe(relationship.description)}${relationship.name}: ${type}`;
  });
  return [...fields, ...related];
}

function replaceableFields(entity: Entity): readonly Field[] {
  const fields = new Set([...creatableFields(entity), ...updatableFields(entity)]);
  return entity.fields.filter((field) => fields.has(field) && field.generated === 'no' && !entity.key.includes(field));
}

const optional = (field: Field): string => `${describe(field.description)}${field.graphqlName}: ${inputType(field)}`;

const requiredField = (field: Field): string => (isOptional(field) ? optional(field) : `${optional(field)}!`);

/** Prints nothing without changes and mutation routines. */
function printMutations(model: Model, use: SchemaUse): readonly string[] {
  const changed = model.entities.filter((entity) => offeredChanges(entity).length > 0);
  const changes = changed.flatMap((entity) => offeredChanges(entity).map((kind) => printField(kind, entity, use)));
  const fields = [...changes, ...executeFields(model, 'mutation')];
  if (fields.length === 0) return [];
  return [block('type Mutation', fields), ...changed.map(printChanges)];
}

function printChanges(entity: Entity): string {
  const { type, types } = entity.graphql;
  return block(`type ${types.changes}`, [
    `"The changed rows, up to the page maximum; null if the caller may not read them."\nitems: [${type}!]`,
    '"Number of changed rows."\naffected: Int!',
  ]);
}

function printField(kind: ChangeKind, entity: Entity, use: SchemaUse): string {
  const { type, types, plural, changes } = entity.graphql;
  const filter = isReadable(entity) ? [`filter: ${types.filter}!`] : [];
  const all = '"Allows a filter that matches every row."\nall: Boolean = false';
  const ifMatch = `"The \`_etag\` that the row must still have, or \`*\` for any."\nifMatch: ${use === 'rest' ? '[String!]' : 'String'}`;
  const fields: Readonly<
    Record<ChangeKind, readonly [description: string, arguments_: readonly string[], type: string]>
  > = {
    create: [`Creates one ${type}.`, [`item: ${types.create}!`], type],
    createMany: [`Creates ${plural}, all of them or none.`, [`items: [${types.create}!]!`], `${types.changes}!`],
    update: [
      `Updates the given fields of one ${type}.`,
      [...keyArguments(entity), `item: ${types.update}!`, ifMatch, ...(use === 'rest' ? ['orCreate: Boolean'] : [])],
      type,
    ],
    updateMany: [
      `Updates the given fields of all ${plural} that match the filter.`,
      [...filter, `item: ${types.update}!`, all],
      `${types.changes}!`,
    ],
    replace: [
      `Replaces one ${type}, or creates it. Omitted fields get their default.`,
      [
        ...keyArguments(entity),
        `item: ${types.replace}!`,
        ifMatch,
        '"With `*`, only creates a row, and never replaces one."\nifNoneMatch: String',
      ],
      type,
    ],
    delete: [
      `Deletes one ${type}, and returns it as it was; null if it does not exist.`,
      [...keyArguments(entity), ifMatch],
      type,
    ],
    deleteMany: [
      `Deletes all ${plural} that match the filter, and returns them as they were.`,
      [...filter, all],
      `${types.changes}!`,
    ],
  };
  const [description, arguments_, result] = fields[kind];
  return `${JSON.stringify(description)}\n${changes[kind]}(${arguments_.join(', ')}): ${result}`;
}

const keyArguments = ({ key }: Entity): readonly string[] =>
  key.map(({ graphqlName, type }) => `${graphqlName}: ${elementName(type)}!`);

const ETAG_DESCRIPTION = 'Version of the row, as the caller may read it.';

const UNREADABLE = `"Placeholder, because no role may read it."\n${PLACEHOLDER}: Boolean`;

function printObjects(model: Model, use: SchemaUse): readonly string[] {
  return model.entities.filter(isShown).map((entity) => {
    const isResult = executable(entity) !== undefined;
    if (!isResult && !isReadable(entity)) return block(`type ${entity.graphql.type}`, [UNREADABLE]);
    const fields = (isResult ? entity.fields : readableFields(entity)).map(
      (field) => `${describe(field.description)}${field.graphqlName}: ${outputType(field)}`,
    );
    const related = readableRelationships(model, entity).flatMap(({ relationship, target }) =>
      [...(use === 'rest' ? relationship.restFields : relationship.fields)].map(([name, kind]) => {
        const { type, types: generated } = target.graphql;
        const types = {
          one: `: ${type}`,
          list: `${listArguments(target, { model, use })}: [${type}!]!`,
          connection: `${connectionArguments(target, { model, use })}: ${generated.connection}!`,
        };
        return `${describe(relationship.description)}${name}${types[kind]}`;
      }),
    );
    const etag = hasEtag(entity) ? [`${describe(ETAG_DESCRIPTION)}${ETAG_FIELD}: String`] : [];
    return `${describe(entity.description)}${block(`type ${entity.graphql.type}`, [...fields, ...etag, ...related])}`;
  });
}

function printConnections(model: Model, use: SchemaUse): readonly string[] {
  return model.entities.filter(isReadable).map((entity) => connection(entity, { model, use }));
}

function connection(entity: Entity, context: PrintContext): string {
  const { type, types } = entity.graphql;
  return block(`type ${types.connection}`, [
    `"The rows of this page."\nitems: [${type}!]!`,
    '"Number of rows that match the filter, on all pages."\ntotalCount: Int!',
    '"True if rows follow this page."\nhasNextPage: Boolean!',
    '"True if rows precede this page."\nhasPreviousPage: Boolean!',
    '"Cursor of the first row of this page, for `before`."\nstartCursor: String',
    '"Cursor of the last row of this page, for `after`."\nendCursor: String',
    ...groupByField(entity, context),
  ]);
}

function printQuery(model: Model, use: SchemaUse): readonly string[] {
  const reads = model.entities.filter(isReadable).flatMap((entity) => rootFields(entity, { model, use }));
  const fields = [...reads, ...executeFields(model, 'query')];
  const placeholder = `"Placeholder, because no role may read anything."\n${PLACEHOLDER}: Boolean`;
  return [block('type Query', fields.length > 0 ? fields : [placeholder])];
}

function rootFields(entity: Entity, context: PrintContext): readonly string[] {
  const { type, types, list, connection, one, plural } = entity.graphql;
  const fields = [
    ...(list === undefined
      ? []
      : [`"Lists ${plural}, filtered, ordered, and paged."\n${list}${listArguments(entity, context)}: [${type}!]!`]),
    `"Lists ${plural} with page metadata."\n${connection}${connectionArguments(entity, context)}: ${types.connection}!`,
  ];
  if (!hasPublicKey(entity)) return fields;
  const key = entity.key.map((field) => `${field.graphqlName}: ${elementName(field.type)}!`).join(', ');
  return [...fields, `"Returns one ${type} by its key; null if it does not exist."\n${one}(${key}): ${type}`];
}

function streamField(entity: Entity, context: PrintContext): string {
  const { types, plural, stream } = entity.graphql;
  const description = `Delivers each of the ${plural} after a cursor once, in order, and then new ones. Pages are never empty.`;
  return `${JSON.stringify(description)}\n${stream}${streamArguments(entity, context)}: ${types.connection}!`;
}

/** Prints the subscription type: the reads of live entities. Empty without one. */
function printSubscriptions(model: Model, use: SchemaUse): readonly string[] {
  if (use === 'rest') return [];
  const live = model.entities.filter((entity) => entity.graphql.live && isReadable(entity));
  const fields = live.flatMap((entity) => [...rootFields(entity, { model, use }), streamField(entity, { model, use })]);
  return fields.length === 0 ? [] : [block('type Subscription', fields)];
}

function printScalars(model: Model, use: SchemaUse): readonly string[] {
  const used = new Set(exposedTypes(model).map(elementName));
  const scalars = Object.entries({ ...customScalars, ...graphqlScalars })
    .filter(([name]) => used.has(name))
    .map(([name, { description }]) => `${describe(description)}scalar ${name}`);
  return use === 'rest' ? [...scalars, `scalar ${FILTER_SCALAR}`] : scalars;
}

function executeFields(model: Model, root: Routine['operation']): readonly string[] {
  return model.entities.flatMap((entity) => {
    const routine = executable(entity);
    return routine?.operation === root ? [printRoutineField(entity, routine)] : [];
  });
}

function printRoutineField({ name, description, graphql }: Entity, { parameters }: Routine): string {
  const inputs = parameters.filter(({ mode }) => mode !== 'out').map(printParameter);
  const list = inputs.length === 0 ? '' : `(${inputs.join(', ')})`;
  return `${describe(description ?? `Runs ${name}.`)}${graphql.execute}${list}: [${graphql.type}!]!`;
}

function printParameter(parameter: Parameter): string {
  const { graphqlName, description, required } = parameter;
  return `${describe(description)}${graphqlName}: ${inputType(parameter)}${required ? '!' : ''}${printDefault(parameter)}`;
}

/** Prints a default, except of JSON, whose text differs from GraphQL syntax. */
function printDefault({ type, ...parameter }: Parameter): string {
  const value = parameter.default;
  if (value === undefined || type.scalar === 'JSON') return '';
  const text = String(value);
  const isBare =
    value === null ||
    type.enumType?.labels.includes(text) === true ||
    (isNumber(type) && /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)) ||
    (type.scalar === 'Boolean' && /^(true|false)$/.test(text));
  return ` = ${isBare ? text : JSON.stringify(text.toWellFormed())}`;
}
