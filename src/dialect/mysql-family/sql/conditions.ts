import type { ConditionVerbs } from '../../../sql/dialect.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { compare } from './compare.ts';
import { textConditionsOf } from './exact-texts.ts';
import type { Forms } from './forms.ts';
import { containsMembers, inList } from './in-list.ts';

export const conditionsOf = (forms: Forms) =>
  ({
    ...standardConditions,
    ...textConditionsOf(forms),
    compare: (operator, left, right) => compare(operator, left, right, forms),
    // For `(a, b) > (?, ?)`, no server uses a range of an index.
    beyond: (terms) => beyondTermByTerm(terms, standardConditions),
    inList: (operand, values) => inList(operand, values, forms),
    arrayContains: containsMembers,
    fullText: () => neverOffered(),
  }) satisfies ConditionVerbs;
