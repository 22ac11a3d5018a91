import type { Condition, FieldOperand, FieldPath, Operand } from './expression.ts';

/**
 * Shrinks a failing condition.
 * @param findFailing returns the first failing candidate; candidates are independent
 */
export async function shrinkCondition(
  condition: Condition,
  findFailing: (candidates: readonly Condition[]) => Promise<Condition | undefined>,
): Promise<Condition> {
  let smallest = condition;
  for (;;) {
    const smaller = await findFailing(smallerConditions(smallest));
    if (smaller === undefined) return smallest;
    smallest = smaller;
  }
}

/** Returns candidates with one part removed, largest first. Variables keep their quantifiers. */
function smallerConditions(condition: Condition): readonly Condition[] {
  const { grouped, ...plain } = condition;
  return [...(grouped === true ? [plain] : []), ...smallerPlain(plain)];
}

function smallerPlain(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const { members } = condition;
      const fewer =
        members.length > 2 ? members.map((_, index) => ({ ...condition, members: members.toSpliced(index, 1) })) : [];
      const smaller = members.flatMap((member, index) =>
        smallerConditions(member).map((other) => ({ ...condition, members: members.with(index, other) })),
      );
      return [...members, ...fewer, ...smaller];
    }
    case 'not':
      return [condition.member, ...smallerConditions(condition.member).map((member) => ({ ...condition, member }))];
    case 'truth':
      return [
        condition.member,
        ...smallerConditions(condition.member).flatMap((member) =>
          member.kind === 'bare' ? [] : [{ ...condition, member }],
        ),
      ];
    case 'quantifier': {
      const { inner, ...rest } = condition;
      const plainer = rest.fieldPath.prefix === '' ? [] : [{ ...condition, fieldPath: plainPath(rest.fieldPath) }];
      if (inner === undefined) return plainer;
      const smaller = smallerConditions(inner.condition).map((other) => ({
        ...condition,
        inner: { ...inner, condition: other },
      }));
      return [{ ...rest, name: 'any' as const }, ...plainer, ...smaller];
    }
    case 'compare':
      return [
        ...smallerOperands(condition.left).map((left) => ({ ...condition, left })),
        ...smallerOperands(condition.right).map((right) => ({ ...condition, right })),
      ];
    case 'among': {
      const { operand, items } = condition;
      const fewer =
        items.length > 1 ? items.map((_, index) => ({ ...condition, items: items.toSpliced(index, 1) })) : [];
      return [...fewer, ...smallerOperands(operand).map((other) => ({ ...condition, operand: other }))];
    }
    case 'match':
      return smallerOperands(condition.text).map((text) => ({ ...condition, text }));
    case 'bare':
      return condition.operand.kind === 'field'
        ? plainPaths(condition.operand).map((operand) => ({ ...condition, operand }))
        : [];
  }
}

/** Returns smaller operands of the same type. */
function smallerOperands(operand: Operand): readonly Operand[] {
  const { grouped, ...plain } = operand;
  const ungrouped = grouped === true ? [plain] : [];
  if (plain.kind === 'field') return [...ungrouped, ...plainPaths(plain)];
  if (plain.kind !== 'call') return ungrouped;
  const inside = smallerOperands(plain.argument).map((argument) => ({ ...plain, argument }));
  const isFolded = plain.name === 'tolower' || plain.name === 'toupper';
  return [...ungrouped, ...(isFolded ? [plain.argument] : []), ...inside];
}

const plainPaths = (field: FieldOperand): readonly FieldOperand[] =>
  field.fieldPath.prefix === '' ? [] : [{ ...field, fieldPath: plainPath(field.fieldPath) }];

const plainPath = (path: FieldPath): FieldPath => ({ ...path, prefix: '', separator: '/' });
