import type { ColumnPair, Entity, Junction, Link, PairEquality } from '../model/model.ts';
import type { Via } from '../plan/shape/predicate.ts';
import type { Rows } from '../plan/shape/rows.ts';
import { compilePredicate } from './compile-predicate.ts';
import type { Compiling } from './compiling.ts';
import { allOf, type Condition } from './condition.ts';
import { type Alias, column, type Sql } from './fragment.ts';
import type { ChosenRows, JoinedParent, KeyColumn, LinkColumn, RowSource } from './query.ts';

/** The alias of rows, and of the parent row that they belong to; undefined at the root. */
export interface RowAliases {
  readonly alias: Alias;
  readonly parent: Alias | undefined;
}

type LinkedRows = Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>;

/**
 * The rows that belong to the parent row, that the role may see, and that the filter keeps; `others` are further
 * conditions.
 */
export function chooseRows(
  { entity, via, visible, filter }: LinkedRows,
  aliases: RowAliases,
  compiling: Compiling,
  others: readonly (Condition | undefined)[] = [],
): ChosenRows {
  const { alias, parent } = aliases;
  const linked = via === undefined || parent === undefined ? undefined : compileLink(via, { alias, parent }, compiling);
  const asked = [visible, filter].map((predicate) => predicate && compilePredicate(predicate, { alias }, compiling));
  const where = allOf([linked?.condition, ...asked, ...others]);
  return { source: tableSource(entity, alias), link: linked?.columns ?? [], ...(where && { where }) };
}

/** Returns the builder of `GroupsQuery.joinParent`, or undefined where there is none. */
export function joinParent(
  rows: LinkedRows,
  { alias, parent }: RowAliases,
  compiling: Compiling,
): (() => JoinedParent) | undefined {
  const { from, link } = rows.via ?? {};
  if (parent === undefined || from === undefined || link === undefined) return undefined;
  const { through, mixed } = link;
  const isKnown = from.keyIsUnique && from.key.length > 0;
  if (through !== undefined && mixed === undefined && !(isKnown && through.indexed))
    return () => joinJunction(through, rows, { alias, parent }, compiling);
  return () => {
    const copy = compiling.aliases.next();
    const isByKey = isKnown && (through === undefined || mixed === undefined);
    return {
      parent: { source: tableSource(from, copy), link: [] },
      ...(isByKey ? byKey(from, parent) : byLinkedValues(from, link, parent)),
      rows: chooseRows(rows, { alias, parent: copy }, compiling),
    };
  };
}

type ParentIdentity = Pick<JoinedParent, 'distinct' | 'key'>;

const byKey = ({ key }: Entity, parent: Alias): ParentIdentity => ({
  key: key.map(({ column: own }) => ({ column: own, parent: column(parent, own) })),
});

/** Identifies a parent by the columns that its link refers to. */
function byLinkedValues({ allFields }: Entity, { on, through }: Link, parent: Alias): ParentIdentity {
  const distinct = [...new Set((through?.fromSource ?? on).map(([own]) => own))];
  const types = new Map([...allFields.values()].map(({ column: own, type }) => [own, type]));
  const key = distinct.map((own): KeyColumn => {
    const type = types.get(own);
    return { column: own, parent: column(parent, own), ...(type && { type }) };
  });
  return { distinct, key };
}

/** Joins the junction, without the parent. Rows that it links several times are joined once. */
function joinJunction(
  { source, fromSource, toTarget, unique }: Junction,
  { via, ...rows }: LinkedRows,
  { alias, parent }: { readonly alias: Alias; readonly parent: Alias },
  compiling: Compiling,
): JoinedParent {
  const junction = compiling.aliases.next();
  const visible = via?.junctionVisible && compilePredicate(via.junctionVisible, { alias: junction }, compiling);
  const toRows = toTarget.map((pair) => tieSource(junction, pair, column(alias, pair[1]), compiling).equal);
  const linked = [...fromSource.map(([, own]) => own), ...toTarget.map(([own]) => own)];
  return {
    parent: {
      source: { kind: 'table', ...source, alias: junction, indexes: [], columns: [] },
      link: [],
      ...(visible && { where: visible }),
    },
    ...(unique === undefined && { distinct: [...new Set(linked)] }),
    key: fromSource.map(([from, own]) => ({ column: own, parent: column(parent, from) })),
    rows: chooseRows(rows, { alias, parent: undefined }, compiling, toRows),
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
): { readonly columns: readonly LinkColumn[]; readonly condition?: Condition } {
  const { on, through } = link;
  if (through === undefined) {
    const columns = on.map((pair) => tieTarget(child, pair, column(parent, pair[0]), compiling));
    const compared = columns.filter((_, index) => on[index]?.[2]?.types !== undefined);
    const condition = allOf(compared.map(({ equal }) => equal));
    return {
      columns: columns.filter((linked) => !compared.includes(linked)),
      ...(condition && { condition }),
    };
  }
  const alias = compiling.aliases.next();
  const where = junctionVisible && compilePredicate(junctionVisible, { alias }, compiling);
  const condition = compiling.dialect.conditions.exists({
    source: { kind: 'table', ...through.source, alias, indexes: [], columns: [] },
    link: [
      ...through.fromSource.map((pair) => tieTarget(alias, pair, column(parent, pair[0]), compiling)),
      ...through.toTarget.map((pair) => tieSource(alias, pair, column(child, pair[1]), compiling)),
    ],
    ...(where && { where }),
  });
  return { columns: [], condition };
}

/** Ties the second column of a pair, which `alias` has, to a value of the first column. */
function tieTarget(
  alias: Alias,
  [, own, equality]: ColumnPair,
  value: Sql,
  compiling: Pick<Compiling, 'dialect'>,
): LinkColumn {
  const [from, to] = equality?.types ?? [];
  return tie(alias, own, value, from && to ? { ...equality, types: [to, from] } : equality, compiling);
}

/** Ties the first column of a pair, which `alias` has, to a value of the second column. */
const tieSource = (
  alias: Alias,
  [own, , equality]: ColumnPair,
  value: Sql,
  compiling: Pick<Compiling, 'dialect'>,
): LinkColumn => tie(alias, own, value, equality, compiling);

function tie(
  alias: Alias,
  own: string,
  value: Sql,
  equality: PairEquality | undefined,
  { dialect: { conditions } }: Pick<Compiling, 'dialect'>,
): LinkColumn {
  const of = column(alias, own);
  const { types } = equality ?? {};
  const equal = types
    ? conditions.compare('eq', { sql: of, type: types[0] }, { sql: value, type: types[1] })
    : conditions.linked(of, value, equality);
  return { column: own, parent: value, equal };
}
