import type { Condition } from '../expressions/expression.ts';
import { mainFeatures, rareFeatures } from '../expressions/features.ts';
import { keepRows } from '../expressions/judge.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { makeUseful } from '../expressions/role.ts';
import { shrinkCondition } from '../expressions/shrink-condition.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import type { Dataset, Row } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { makeQuestion } from './make-question.ts';
import type { Question } from './question.ts';
import type { Surfaces } from './surfaces.ts';

/** Number of expressions, each sent in every possible way. */
export interface FilterComparison {
  readonly surfaces: Surfaces;
  readonly dataset: Dataset;
  readonly seed: number;
  readonly count: number;
}

export interface FilterReport {
  /** Shrunk mismatches. */
  readonly mismatches: readonly string[];
  readonly asked: number;
  /** Kept rows and all rows for each expression. */
  readonly kept: readonly { readonly rows: number; readonly all: number }[];
  readonly coverage: Coverage;
}

/** An expression, its position, and the judge's result. */
export interface Trial {
  readonly question: Question;
  readonly condition: Condition;
  readonly kept: readonly Row[];
}

export interface Trying {
  readonly surfaces: Surfaces;
  readonly store: Store;
  readonly random: Random;
}

/** Selects expressions, and how they are checked. */
export interface Method {
  readonly suits: (condition: Condition) => boolean;
  /** Returns what is wrong, or undefined. An exception is also wrong. */
  readonly check: (trial: Trial, trying: Trying) => Promise<string | undefined>;
}

const MAX_MISMATCHES = 4;

/** Generates and checks random expressions. */
export async function compareConditions(
  { surfaces, dataset, seed, count }: FilterComparison,
  { suits, check }: Method,
): Promise<FilterReport> {
  const trying: Trying = { surfaces, store: new Store(dataset), random: new Random(seed) };
  const { store, random } = trying;
  const coverage = new Coverage([...mainFeatures, ...rareFeatures]);
  const mismatches: string[] = [];
  const kept: FilterReport['kept'][number][] = [];

  const attempt = async (trial: Trial): Promise<string | undefined> =>
    check(trial, trying).catch((error: Error) => error.message);
  const judge = (question: Question, condition: Condition): Trial => {
    return { question, condition, kept: keepRows(condition, question.entity, store, new Map()) };
  };

  while (kept.length < count && mismatches.length < MAX_MISMATCHES) {
    const entity = random.pick(dataset.entities);
    const condition = makeUseful(entity, { random, coverage, store, claims: undefined, suits });
    const question = makeQuestion(entity, { ...trying, coverage, suits });
    coverage.count(placeFeature(question));
    const trial = judge(question, condition);
    const wrong = await attempt(trial);
    kept.push({ rows: trial.kept.length, all: store.rows(entity).length });
    if (wrong === undefined) continue;
    let reason = wrong;
    const smallest = await shrinkCondition(condition, async (candidates) => {
      for (const candidate of candidates.filter(suits)) {
        const still = await attempt(judge(question, candidate));
        if (still === undefined || kindOf(still) !== kindOf(wrong)) continue;
        reason = still;
        return candidate;
      }
      return undefined;
    });
    const { under } = question;
    const above = under?.parents === undefined ? '' : ` where ${printCondition(under.parents, '$filter')}`;
    const place = under === undefined ? '' : ` under ${under.entity.name}.${under.relationship}${above}`;
    mismatches.push(`seed ${seed}\n${entity.name}${place}: ${printCondition(smallest, '$filter')}\n${reason}`);
  }
  return { mismatches, asked: kept.length, kept, coverage };
}

const placeFeature = ({ under }: Question): string =>
  under === undefined
    ? 'a collection'
    : under.parents !== undefined
      ? 'under filtered ones'
      : under.counted
        ? 'under another, counted'
        : 'under another';

/** Mismatches of one kind usually have one cause. */
const kindOf = (reason: string): string => reason.replace(/\d+|"[^"]*"|:.*/gs, '…');
