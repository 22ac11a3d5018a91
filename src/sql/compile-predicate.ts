import { assertNever } from '../base/invariant.ts';
import { plainType } from '../model/plain-type.ts';
import type { Exists, Matches, Operand, Predicate } from '../plan/shape/predicate.ts';
import { columnsOf } from './columns-of.ts';
import { chooseRows } from './compile-link.ts';
import { compileOperand, type RowScope, rowAt } from './compile-operand.ts';
import { type Compiling, requireCapability } from './compiling.ts';
import { type Condition, combine, condition, not } from './condition.ts';
import type { OperandSql } from './dialect.ts';

/** A condition on the row of the scope. */
export function compilePredicate(predicate: Predicate, scope: RowScope, compiling: Compiling): Condition {
  const { conditions } = compiling.dialect;
  const read = (operand: Operand): OperandSql => compileOperand(operand, scope, compiling);
  const within = (member: Predicate): Condition => compilePredicate(member, scope, compiling);
  switch (predicate.kind) {
    case 'constant':
      return conditions.constant(predicate.value);
    case 'unknown':
      return conditions.unknown;
    case 'and':
    case 'or':
      return combine(predicate.kind, predicate.members.map(within));
    case 'not':
      return not(within(predicate.member));
    case 'when':
      return conditions.guarded(within(predicate.condition), within(predicate.member));
    case 'compare':
      return conditions.compare(predicate.operator, read(predicate.left), read(predicate.right));
    case 'in': {
      const isListed = conditions.inList(read(predicate.operand), predicate.values);
      return predicate.negated ? not(isListed) : isListed;
    }
    case 'isNull':
      return predicate.negated
        ? conditions.isNotNull(read(predicate.operand))
        : conditions.isNull(read(predicate.operand));
    case 'arrayContains': {
      const operand = read(predicate.operand);
      if (operand.type.list) requireCapability('lists', 'Operators on lists', compiling);
      return conditions.arrayContains(operand, predicate.values, predicate.all);
    }
    case 'like': {
      const matches = conditions.like(read(predicate.operand), predicate.pattern, predicate.anyCase);
      return predicate.negated ? not(matches) : matches;
    }
    case 'fullText':
      return conditions.fullText(read(predicate.document), predicate.words);
    case 'matches':
      return compileMatches(predicate, scope, compiling);
    case 'exists':
      return compileExists(predicate, scope, compiling);
    default:
      return assertNever(predicate);
  }
}

const TEXT = plainType('String');

/** Whether the hash of these fields is one of the tags, or a tag is `*`: what `If-Match` asks. */
function compileMatches({ fields, tags }: Matches, { alias }: RowScope, { dialect }: Compiling): Condition {
  const { conditions, operands } = dialect;
  const isAny = conditions.inList({ sql: operands.text('*'), type: TEXT }, tags);
  if (fields.length === 0) return isAny;
  const hash = operands.hash(columnsOf(fields, alias));
  return combine('or', [isAny, conditions.inList({ sql: hash, type: TEXT }, tags)]);
}

function compileExists(predicate: Exists, outer: RowScope, compiling: Compiling): Condition {
  const { filter, unless, negated, up = 0, ...source } = predicate;
  const { conditions } = compiling.dialect;
  const alias = compiling.aliases.next();
  const filtered = filter && compilePredicate(filter, { alias, outer }, compiling);
  const asked = filtered && unless ? conditions.isNotTrue(filtered) : filtered;
  const rows = chooseRows(source, { alias, parent: rowAt(outer, up).alias }, compiling, [asked]);
  const exists = conditions.exists(rows);
  return negated ? condition`not ${exists}` : exists;
}
