import { assertNever, invariant } from '../base/invariant.ts';
import type { ColumnPair, Entity, FieldType, JunctionTable, Link, PairEquality } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { CallName } from '../odata/expression.ts';
import type { Aggregate } from '../plan/shape/aggregate.ts';
import type { Exists, Matches, Operand, Predicate, RelatedSource, Via } from '../plan/shape/predicate.ts';
import type { Rows } from '../plan/shape/rows.ts';
import { columnsOf } from './columns-of.ts';
import { type CompileContext, requireCapability } from './compile-context.ts';
import { allOf, type Condition, combine, condition, not } from './condition.ts';
import type { OperandGenerators, OperandSql } from './dialect.ts';
import { type Alias, column, type Sql } from './fragment.ts';
import type { JoinedParent, KeyColumn, LinkColumn, RowSet, RowSource } from './query.ts';

export function compilePredicate(predicate: Predicate, scope: RowScope, context: CompileContext): Condition {
  const { conditions } = context.dialect;
  const compileOne = (operand: Operand): OperandSql => compileOperand(operand, scope, context);
  const compileMember = (member: Predicate): Condition => compilePredicate(member, scope, context);
  switch (predicate.kind) {
    case 'constant':
      return conditions.constant(predicate.value);
    case 'unknown':
      return conditions.unknown;
    case 'and':
    case 'or':
      return combine(predicate.kind, predicate.members.map(compileMember));
    case 'not':
      return not(compileMember(predicate.member));
    case 'when':
      return conditions.when(compileMember(predicate.condition), compileMember(predicate.member));
    case 'compare':
      return conditions.compare(predicate.operator, compileOne(predicate.left), compileOne(predicate.right));
    case 'in': {
      const isListed = conditions.inList(compileOne(predicate.operand), predicate.values);
      return predicate.negated ? not(isListed) : isListed;
    }
    case 'isNull':
      return predicate.negated
        ? conditions.isNotNull(compileOne(predicate.operand))
        : conditions.isNull(compileOne(predicate.operand));
    case 'arrayContains': {
      const operand = compileOne(predicate.operand);
      if (operand.type.list) requireCapability('lists', 'Operators on lists', context);
      return conditions.arrayContains(operand, predicate.values, predicate.all);
    }
    case 'like': {
      const matches = conditions.like(compileOne(predicate.operand), predicate.pattern, predicate.anyCase);
      return predicate.negated ? not(matches) : matches;
    }
    case 'fullText':
      return conditions.fullText(compileOne(predicate.document), predicate.words);
    case 'matches':
      return compileMatches(predicate, scope, context);
    case 'exists':
      return compileExists(predicate, scope, context);
    default:
      return assertNever(predicate);
  }
}

const TEXT = plainType('String');

/** Compiles `If-Match`: a tag is `*` or the hash of these fields. */
function compileMatches({ fields, tags }: Matches, { alias }: RowScope, { dialect }: CompileContext): Condition {
  const { conditions, operands } = dialect;
  const isAny = conditions.inList({ sql: operands.text('*'), type: TEXT }, tags);
  if (fields.length === 0) return isAny;
  const hash = operands.hash(columnsOf(fields, alias));
  return combine('or', [isAny, conditions.inList({ sql: hash, type: TEXT }, tags)]);
}

function compileExists(predicate: Exists, outer: RowScope, context: CompileContext): Condition {
  const { filter, unless, negated, levelsUp = 0, ...source } = predicate;
  const { conditions } = context.dialect;
  const alias = context.aliases.next();
  const filtered = filter && compilePredicate(filter, { alias, outer }, context);
  const required = filtered && unless ? conditions.isNotTrue(filtered) : filtered;
  const rows = compileRowSet(source, { alias, parent: rowAt(outer, levelsUp).alias }, context, [required]);
  const exists = conditions.exists(rows);
  return negated ? condition`not ${exists}` : exists;
}

interface RowScope {
  readonly alias: Alias;
  readonly outer?: RowScope;
}

function compileOperand(operand: Operand, scope: RowScope, context: CompileContext): OperandSql {
  const { operands } = context.dialect;
  switch (operand.kind) {
    case 'field': {
      const { alias } = rowAt(scope, operand.levelsUp);
      return { sql: compileField(operand, alias, context, operands.column), type: operand.field.type };
    }
    case 'value': {
      const { use } = operand.value;
      invariant(use.kind === 'value', 'an operand is one value');
      return { sql: operands.value(operand.value, use.type), type: use.type };
    }
    case 'jsonPath': {
      requireCapability('jsonPaths', 'Paths into JSON', context);
      const json = compileOperand(operand.json, scope, context);
      return { sql: operands.jsonPath(json.sql, operand.path), type: plainType('JSON') };
    }
    case 'aggregate':
      return {
        sql: compileAggregate(operand.aggregate, scope.alias, context),
        type: operand.aggregate.type,
      };
    case 'call': {
      const { sql, type } = compileOperand(operand.argument, scope, context);
      const result = plainType(resultOf(operand.name));
      const { columnCollation } = type;
      const isCollated = result.scalar === 'String' && columnCollation !== undefined;
      return {
        sql: operands.call(operand.name, sql, type),
        type: isCollated ? { ...result, columnCollation } : result,
      };
    }
    default:
      return assertNever(operand);
  }
}

const resultOf = (name: CallName): 'String' | 'Int' => (name === 'tolower' || name === 'toupper' ? 'String' : 'Int');

export function compileAggregate(
  { name, field, distinct, type }: Aggregate,
  alias: Alias,
  { dialect: { operands } }: CompileContext,
): Sql {
  if (field === undefined) return operands.aggregate({ name, distinct, type });
  const values = operands.column(column(alias, field.column), field.type);
  return operands.aggregate({ name, of: { values, type: field.type }, distinct, type });
}

function rowAt(scope: RowScope, levelsUp: number): RowScope {
  if (levelsUp === 0) return scope;
  invariant(scope.outer, 'a condition refers to an enclosing row');
  return rowAt(scope.outer, levelsUp - 1);
}

/**
 * Compiles a field. A path becomes a scalar subquery, because a join could multiply rows. The value is NULL if there is
 * no related row.
 * @param read `operands.column` for comparisons, `operands.sortKey` for orders
 */
export function compileField(
  {
    path,
    field,
  }: { readonly path: readonly RelatedSource[]; readonly field: { readonly column: string; readonly type: FieldType } },
  alias: Alias,
  context: CompileContext,
  read: OperandGenerators['column'],
): Sql {
  const [step, ...rest] = path;
  if (step === undefined) return read(column(alias, field.column), field.type);
  const related = context.aliases.next();
  const value = compileField({ path: rest, field }, related, context, read);
  const rows = compileRowSet(step, { alias: related, parent: alias }, context);
  return context.dialect.operands.scalar(value, rows, step.via.link.unique);
}

/** `parent` is undefined at the root. */
export interface RowAliases {
  readonly alias: Alias;
  readonly parent: Alias | undefined;
}

type LinkedRows = Pick<Rows, 'entity' | 'via' | 'visible' | 'filter'>;

/** Selects the linked rows that are visible and match the filter and `extraConditions`. */
export function compileRowSet(
  { entity, via, visible, filter }: LinkedRows,
  aliases: RowAliases,
  context: CompileContext,
  extraConditions: readonly (Condition | undefined)[] = [],
): RowSet {
  const { alias, parent } = aliases;
  const link = via === undefined || parent === undefined ? undefined : compileLink(via, { alias, parent }, context);
  const rowConditions = [visible, filter].map(
    (predicate) => predicate && compilePredicate(predicate, { alias }, context),
  );
  const where = allOf([link?.condition, ...rowConditions, ...extraConditions]);
  return { source: tableSource(entity, alias), link: link?.columns ?? [], ...(where && { where }) };
}

export function joinParent(
  rows: LinkedRows,
  { alias, parent }: RowAliases,
  context: CompileContext,
): (() => JoinedParent) | undefined {
  const { from, link } = rows.via ?? {};
  if (parent === undefined || from === undefined || link === undefined) return undefined;
  const { through, mixed } = link;
  const hasUniqueKey = from.keyIsUnique && from.key.length > 0;
  if (through !== undefined && mixed === undefined && !(hasUniqueKey && through.indexed))
    return () => joinJunction(through, rows, { alias, parent }, context);
  return () => {
    const parentCopy = context.aliases.next();
    const isByKey = hasUniqueKey && (through === undefined || mixed === undefined);
    return {
      parent: { source: tableSource(from, parentCopy), link: [] },
      ...(isByKey ? byKey(from, parent) : byLinkedValues(from, link, parent)),
      rows: compileRowSet(rows, { alias, parent: parentCopy }, context),
    };
  };
}

type ParentIdentity = Pick<JoinedParent, 'distinct' | 'key'>;

const byKey = ({ key }: Entity, parent: Alias): ParentIdentity => ({
  key: key.map(({ column: columnName }) => ({ column: columnName, parent: column(parent, columnName) })),
});

function byLinkedValues({ allFields }: Entity, { on, through }: Link, parent: Alias): ParentIdentity {
  const distinct = [...new Set((through?.fromSource ?? on).map(([own]) => own))];
  const types = new Map([...allFields.values()].map(({ column: columnName, type }) => [columnName, type]));
  const key = distinct.map((columnName): KeyColumn => {
    const type = types.get(columnName);
    return { column: columnName, parent: column(parent, columnName), ...(type && { type }) };
  });
  return { distinct, key };
}

/** Joins through a junction; rows that are linked several times appear once. */
function joinJunction(
  { source, fromSource, toTarget, unique }: JunctionTable,
  { via, ...rows }: LinkedRows,
  { alias, parent }: { readonly alias: Alias; readonly parent: Alias },
  context: CompileContext,
): JoinedParent {
  const junction = context.aliases.next();
  const visible = via?.junctionVisible && compilePredicate(via.junctionVisible, { alias: junction }, context);
  const toRows = toTarget.map((pair) => linkSource(junction, pair, column(alias, pair[1]), context).equal);
  const linked = [
    ...fromSource.map(([, junctionColumn]) => junctionColumn),
    ...toTarget.map(([junctionColumn]) => junctionColumn),
  ];
  return {
    parent: {
      source: { kind: 'table', ...source, alias: junction, indexes: [], columns: [] },
      link: [],
      ...(visible && { where: visible }),
    },
    ...(unique === undefined && { distinct: [...new Set(linked)] }),
    key: fromSource.map(([from, junctionColumn]) => ({ column: junctionColumn, parent: column(parent, from) })),
    rows: compileRowSet(rows, { alias, parent: undefined }, context, toRows),
  };
}

export function tableSource({ source, allFields }: Pick<Entity, 'source' | 'allFields'>, alias: Alias): RowSource {
  const { schema, name, indexes } = source;
  const columns = [...allFields.values()].map(({ column: columnName, type, nullable }) => ({
    name: columnName,
    type,
    nullable,
  }));
  return { kind: 'table', schema, name, alias, indexes, columns };
}

/** Compiles a link. A junction becomes an EXISTS, because a join would repeat a child for each of its junction rows. */
function compileLink(
  { link, junctionVisible }: Via,
  { parent, alias: child }: { readonly parent: Alias; readonly alias: Alias },
  context: CompileContext,
): { readonly columns: readonly LinkColumn[]; readonly condition?: Condition } {
  const { on, through } = link;
  if (through === undefined) {
    const columns = on.map((pair) => linkTarget(child, pair, column(parent, pair[0]), context));
    const compared = columns.filter((_, index) => on[index]?.[2]?.types !== undefined);
    const condition = allOf(compared.map(({ equal }) => equal));
    return {
      columns: columns.filter((linked) => !compared.includes(linked)),
      ...(condition && { condition }),
    };
  }
  const alias = context.aliases.next();
  const where = junctionVisible && compilePredicate(junctionVisible, { alias }, context);
  const condition = context.dialect.conditions.exists({
    source: { kind: 'table', ...through.source, alias, indexes: [], columns: [] },
    link: [
      ...through.fromSource.map((pair) => linkTarget(alias, pair, column(parent, pair[0]), context)),
      ...through.toTarget.map((pair) => linkSource(alias, pair, column(child, pair[1]), context)),
    ],
    ...(where && { where }),
  });
  return { columns: [], condition };
}

function linkTarget(
  alias: Alias,
  [, columnName, equality]: ColumnPair,
  value: Sql,
  context: Pick<CompileContext, 'dialect'>,
): LinkColumn {
  const [from, to] = equality?.types ?? [];
  return joinOn(alias, columnName, value, from && to ? { ...equality, types: [to, from] } : equality, context);
}

const linkSource = (
  alias: Alias,
  [columnName, , equality]: ColumnPair,
  value: Sql,
  context: Pick<CompileContext, 'dialect'>,
): LinkColumn => joinOn(alias, columnName, value, equality, context);

function joinOn(
  alias: Alias,
  columnName: string,
  value: Sql,
  equality: PairEquality | undefined,
  { dialect: { conditions } }: Pick<CompileContext, 'dialect'>,
): LinkColumn {
  const child = column(alias, columnName);
  const { types } = equality ?? {};
  const equal = types
    ? conditions.compare('eq', { sql: child, type: types[0] }, { sql: value, type: types[1] })
    : conditions.link(child, value, equality);
  return { column: columnName, parent: value, equal };
}
