import { type Draw, type DrawContext, Draws } from '../corpus/corpus.ts';
import type { Condition } from '../expressions/expression.ts';
import { absentFeatures, mainFeatures, rareFeatures } from '../expressions/features.ts';
import { keepRows } from '../expressions/judge.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { makeUseful } from '../expressions/role.ts';
import { shrinkCondition } from '../expressions/shrink-condition.ts';
import { Coverage } from '../generate/coverage.ts';
import type { Random } from '../generate/random.ts';
import type { Dataset, Entity, Row } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { makeQuestion } from './make-question.ts';
import type { Question } from './question.ts';
import type { Surfaces } from './surfaces.ts';

/** Expressions to compare over every API. */
export interface FilterComparison extends Draw {
  readonly surfaces: Surfaces;
  readonly dataset: Dataset;
}

export interface FilterReport {
  /** Shrunk mismatches. */
  readonly mismatches: readonly string[];
  readonly checked: number;
  /** Matched rows and all rows for each expression. */
  readonly matched: readonly { readonly rows: number; readonly all: number }[];
  readonly coverage: Coverage;
}

/** An expression, its position, and the judge's result. */
export interface Trial {
  readonly question: Question;
  readonly condition: Condition;
  readonly matched: readonly Row[];
}

export interface TrialContext {
  readonly surfaces: Surfaces;
  readonly store: Store;
  readonly random: Random;
}

/** Selects expressions, and how they are checked. */
export interface Method {
  readonly suits: (condition: Condition) => boolean;
  /** Features of the language that it cannot use. */
  readonly without: readonly string[];
  /** Returns the mismatch, or undefined. An error of a surface is a mismatch. */
  readonly check: (trial: Trial, context: TrialContext) => Promise<string | undefined>;
}

const MAX_MISMATCHES = 4;

/** Generates and checks random expressions. */
export async function compareConditions(
  { surfaces, dataset, ...draw }: FilterComparison,
  method: Method,
): Promise<FilterReport> {
  const store = new Store(dataset);
  const coverage = new Coverage([...mainFeatures, ...rareFeatures]);
  const draws = new Draws(draw, coverage, featuresOfFilters(method, dataset));
  const { suits, check } = method;
  const mismatches: string[] = [];
  const matched: FilterReport['matched'][number][] = [];

  const attempt = async (trial: Trial, random: Random): Promise<string | undefined> =>
    check(trial, { surfaces, store, random }).catch((error: Error) => error.message);
  const judge = (question: Question, condition: Condition): Trial => {
    return { question, condition, matched: keepRows(condition, question.entity, store, new Map()) };
  };

  while (!draws.isOver && mismatches.length < MAX_MISMATCHES) {
    const { entity, condition, question, random } = draws.next((context) => drawTrial(context, store, suits));
    const trial = judge(question, condition);
    const wrong = await attempt(trial, random);
    matched.push({ rows: trial.matched.length, all: store.rows(entity).length });
    if (wrong === undefined) continue;
    let reason = wrong;
    const smallest = await shrinkCondition(condition, async (candidates) => {
      for (const candidate of candidates.filter(suits)) {
        const stillWrong = await attempt(judge(question, candidate), random);
        if (stillWrong === undefined || kindOf(stillWrong) !== kindOf(wrong)) continue;
        reason = stillWrong;
        return candidate;
      }
      return undefined;
    });
    const { under } = question;
    const above = under?.parents === undefined ? '' : ` where ${printCondition(under.parents, '$filter')}`;
    const place = under === undefined ? '' : ` under ${under.entity.name}.${under.relationship}${above}`;
    mismatches.push(`seed ${draw.seed}\n${entity.name}${place}: ${printCondition(smallest, '$filter')}\n${reason}`);
  }
  return { mismatches, checked: matched.length, matched, coverage };
}

interface Drawn {
  readonly entity: Entity;
  readonly condition: Condition;
  readonly question: Question;
  readonly random: Random;
}

/** Generates an expression and its position, and counts their features. */
export function drawTrial({ random, coverage }: DrawContext, store: Store, suits: Method['suits']): Drawn {
  const entity = random.pick(store.entities());
  const condition = makeUseful(entity, { random, coverage, store, claims: undefined, suits });
  const question = makeQuestion(entity, { random, coverage, store, suits });
  coverage.count(placeFeature(question));
  return { entity, condition, question, random };
}

/** Positions of lists: features of `compareConditions`. */
const places: readonly string[] = ['a collection', 'under another', 'under another, counted', 'under filtered ones'];

/** Features available to the expressions of a method. */
export const featuresOfFilters = ({ without }: Method, dataset: Dataset): readonly string[] =>
  [...mainFeatures, ...places, ...rareFeatures].filter(
    (feature) => !without.includes(feature) && !absentFeatures(dataset).includes(feature),
  );

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
