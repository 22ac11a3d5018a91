import type { ConditionVerbs } from '../../../sql/dialect.ts';
import { beyondTermByTerm } from '../../standard/beyond.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { inList } from './in-list.ts';

export const conditions = {
  ...standardConditions,
  // For `(a, b) > (?, ?)`, MariaDB uses no range of an index.
  beyond: (terms) => beyondTermByTerm(terms, standardConditions),
  inList,
  arrayContains: () => neverOffered(),
  fullText: () => neverOffered(),
} satisfies ConditionVerbs;
