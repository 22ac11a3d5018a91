import type { ChangeKind, Entity, Model } from '../../model/model.ts';
import { isReadable, offeredChanges } from '../../model/visibility.ts';
import type { SchemaUse } from '../arguments.ts';
import { elementName } from '../field-types.ts';
import { block } from '../write.ts';
import { executeFields } from './procedures.ts';

/** The mutation root: the changes that each entity offers, and the routines that are run by mutations; nothing where there are neither. */
export function printMutations(model: Model, use: SchemaUse): readonly string[] {
  const changed = model.entities.filter((entity) => offeredChanges(entity).length > 0);
  const changes = changed.flatMap((entity) => offeredChanges(entity).map((kind) => printField(kind, entity, use)));
  const fields = [...changes, ...executeFields(model, 'mutation')];
  if (fields.length === 0) return [];
  return [block('type Mutation', fields), ...changed.map(printChanges)];
}

function printChanges(entity: Entity): string {
  const { type, types } = entity.graphql;
  return block(`type ${types.changes}`, [
    `"The rows that were changed, as many of them as a page may have; null where the caller may not read them."\nitems: [${type}!]`,
    '"Rows that were changed, whatever the page."\naffected: Int!',
  ]);
}

function printField(kind: ChangeKind, entity: Entity, use: SchemaUse): string {
  const { type, types, plural, changes } = entity.graphql;
  const filter = isReadable(entity) ? [`filter: ${types.filter}!`] : [];
  const all = '"Lets a filter that keeps every row be one."\nall: Boolean = false';
  const ifMatch = `"The \`_etag\` that the row must have still, or \`*\` for any."\nifMatch: ${use === 'rest' ? '[String!]' : 'String'}`;
  const fields: Readonly<
    Record<ChangeKind, readonly [description: string, arguments_: readonly string[], type: string]>
  > = {
    create: [`Creates one ${type}.`, [`item: ${types.create}!`], type],
    createMany: [`Creates ${plural}, all of them or none.`, [`items: [${types.create}!]!`], `${types.changes}!`],
    update: [
      `Changes what is given of one ${type}.`,
      [...keyArguments(entity), `item: ${types.update}!`, ifMatch, ...(use === 'rest' ? ['orCreate: Boolean'] : [])],
      type,
    ],
    updateMany: [
      `Changes what is given of all ${plural} that the filter keeps.`,
      [...filter, `item: ${types.update}!`, all],
      `${types.changes}!`,
    ],
    replace: [
      `Replaces one ${type}, or creates it; what is not given gets its default.`,
      [
        ...keyArguments(entity),
        `item: ${types.replace}!`,
        ifMatch,
        '"With `*`: only creates, and replaces nothing."\nifNoneMatch: String',
      ],
      type,
    ],
    delete: [
      `Deletes one ${type}, and gives it as it was; null where there is none.`,
      [...keyArguments(entity), ifMatch],
      type,
    ],
    deleteMany: [
      `Deletes all ${plural} that the filter keeps, and gives them as they were.`,
      [...filter, all],
      `${types.changes}!`,
    ],
  };
  const [description, arguments_, result] = fields[kind];
  return `${JSON.stringify(description)}\n${changes[kind]}(${arguments_.join(', ')}): ${result}`;
}

const keyArguments = ({ key }: Entity): readonly string[] =>
  key.map(({ documentName, type }) => `${documentName}: ${elementName(type)}!`);
