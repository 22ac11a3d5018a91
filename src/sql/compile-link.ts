import { invariant } from '../base/invariant.ts';
import type { Entity } from '../model/model.ts';
import type { Via } from '../plan/shape/predicate.ts';
import type { Rows } from '../plan/shape/rows.ts';
import { compilePredicate } from './compile-predicate.ts';
import type { Compiling } from './compiling.ts';
import { allOf, type Condition, condition, not } from './condition.ts';
import { type Alias, column, type Sql } from './fragment.ts';
import type { ChosenRows, JoinedParent, LinkColumn, RowSource } from './query.ts';

/** The alias of rows, and of the parent row that they belong to; undefined at the root. */
export interface RowAliases {
  readonly alias: Alias;
  readonly parent: Alias | undefined;
}

/**
 * The rows that belong to the parent row, that the role may see, and that the filter keeps; `others` are further
 * conditions.
 */
export function chooseRows(
  { entity, via, visible, filter }: Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>,
  aliases: RowAliases,
  compiling: Compiling,
  others: readonly (Condition | undefined)[] = [],
): ChosenRows {
  const { alias, parent } = aliases;
  const linked = via === undefined || parent === undefined ? undefined : compileLink(via, { alias, parent }, compiling);
  const asked = [visible, filter].map((predicate) => predicate && compilePredicate(predicate, { alias }, compiling));
  const where = allOf([linked?.junction, ...asked, ...others]);
  return { source: tableSource(entity, alias), link: linked?.columns ?? [], ...(where && { where }) };
}

/** Returns the builder of `GroupsQuery.joinParent`, or undefined where there is none. */
export function joinParent(
  rows: Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>,
  { alias, parent }: RowAliases,
  compiling: Compiling,
): (() => JoinedParent) | undefined {
  const { from, link } = rows.via ?? {};
  if (parent === undefined || from === undefined) return undefined;
  if (from.keyIsUnique && from.key.length > 0)
    return () => {
      const copy = compiling.aliases.next();
      return {
        parent: tableSource(from, copy),
        key: from.key.map(({ column: own }) => tie(copy, own, column(parent, own), undefined, compiling)),
        rows: chooseRows(rows, { alias, parent: copy }, compiling),
      };
    };
  const { distinctBy } = link?.through ?? {};
  return distinctBy === undefined ? undefined : () => joinJunction(rows, { alias, parent }, compiling);
}

/** Joins the junction instead of a parent without a unique key. Rows that it links several times are joined once. */
function joinJunction(
  { via, ...rows }: Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>,
  { alias, parent }: { readonly alias: Alias; readonly parent: Alias },
  compiling: Compiling,
): JoinedParent {
  const { link, junctionVisible } = via ?? {};
  invariant(link?.through, 'the groups are linked through a junction');
  const { source, fromSource, toTarget, distinctBy } = link.through;
  const { conditions } = compiling.dialect;
  const [junction, earlier] = [compiling.aliases.next(), compiling.aliases.next()];
  const sourceAs = (as: Alias): RowSource => ({ kind: 'table', ...source, alias: as, indexes: [], columns: [] });
  const visibleAs = (as: Alias) => junctionVisible && compilePredicate(junctionVisible, { alias: as }, compiling);
  const toRows = toTarget.map(([own, to, equality]) => tie(junction, own, column(alias, to), equality, compiling));
  const linked = [
    ...fromSource.map(([, own, equality]) => ({ own, equality })),
    ...toTarget.map(([own, , equality]) => ({ own, equality })),
  ];
  const isFirst = (distinct: string): Condition => {
    const isBefore = condition`${column(earlier, distinct)} < ${column(junction, distinct)}`;
    const where = allOf([isBefore, visibleAs(earlier)]);
    const link = linked.map(({ own, equality }) => tie(earlier, own, column(junction, own), equality, compiling));
    return not(conditions.exists({ source: sourceAs(earlier), link, ...(where && { where }) }));
  };
  return {
    parent: sourceAs(junction),
    key: fromSource.map(([from, own, equality]) => tie(junction, own, column(parent, from), equality, compiling)),
    rows: chooseRows(rows, { alias, parent: undefined }, compiling, [
      ...toRows.map(({ equal }) => equal),
      visibleAs(junction),
      typeof distinctBy === 'string' ? isFirst(distinctBy) : undefined,
    ]),
  };
}

export function tableSource({ source, allFields }: Pick<Entity, 'source' | 'allFields'>, alias: Alias): RowSource {
  const { schema, name, indexes } = source;
  const columns = [...allFields.values()].map(({ column: own, type, nullable }) => ({ name: own, type, nullable }));
  return { kind: 'table', schema, name, alias, indexes, columns };
}

/**
 * What links a child row to its parent row: columns that are equal or, through a junction, an EXISTS. A join would give
 * a child once for each junction row that names it; an EXISTS gives it once, as cursors need.
 */
function compileLink(
  { link, junctionVisible }: Via,
  { parent, alias: child }: { readonly parent: Alias; readonly alias: Alias },
  compiling: Compiling,
): { readonly columns: readonly LinkColumn[]; readonly junction?: Condition } {
  const { on, compared, through } = link;
  if (compared !== undefined) {
    const { compare } = compiling.dialect.conditions;
    const pairs = compared.map(([fromType, toType], index) => {
      const [from, to] = on[index] ?? ['', ''];
      return compare('eq', { sql: column(child, to), type: toType }, { sql: column(parent, from), type: fromType });
    });
    const junction = allOf(pairs);
    return { columns: [], ...(junction && { junction }) };
  }
  if (through === undefined) {
    return { columns: on.map(([from, to, equality]) => tie(child, to, column(parent, from), equality, compiling)) };
  }
  const alias = compiling.aliases.next();
  const where = junctionVisible && compilePredicate(junctionVisible, { alias }, compiling);
  const junction = compiling.dialect.conditions.exists({
    source: { kind: 'table', ...through.source, alias, indexes: [], columns: [] },
    link: [
      ...through.fromSource.map(([from, to, equality]) => tie(alias, to, column(parent, from), equality, compiling)),
      ...through.toTarget.map(([from, to, equality]) => tie(alias, from, column(child, to), equality, compiling)),
    ],
    ...(where && { where }),
  });
  return { columns: [], junction };
}

const tie = (
  alias: Alias,
  own: string,
  other: Sql,
  equality: string | undefined,
  { dialect }: Pick<Compiling, 'dialect'>,
): LinkColumn => ({
  column: own,
  parent: other,
  equal: dialect.conditions.linked(column(alias, own), other, equality),
});
