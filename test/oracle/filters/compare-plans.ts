import { countWork } from '../../support/count-work.ts';
import type { Condition, Literal } from '../expressions/expression.ts';
import { keepRows } from '../expressions/judge.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { makeUseful } from '../expressions/role.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import type { Entity } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import type { FilterComparison, TrialContext } from './compare-conditions.ts';
import { describeDifference } from './methods.ts';
import { neighborOf } from './neighbors.ts';
import { redraw } from './redraw.ts';

export interface PlansReport {
  /** Descriptions of differences from the judge. */
  readonly mismatches: readonly string[];
  /** Number of sent expressions. */
  readonly checked: number;
  /** Expressions with a known structure, and how many of them have other values. */
  readonly repeated: number;
  readonly differing: number;
  /** Number of expressions that keep some rows but not all. */
  readonly selective: number;
  /** Number of structures, and of plans made for them. */
  readonly structures: number;
  readonly plans: number;
}

const MAX_MISMATCHES = 4;

/** Variants of each expression with other literals, and with other structures. */
const REDRAWN = 3;
const NEIGHBORS = 2;

/**
 * Sends random expressions, then the same expressions with other literals of the same forms, and then similar
 * expressions: each structure is planned once, and all answers equal the judge's.
 */
export async function comparePlans({ surfaces, dataset, seed, count }: FilterComparison): Promise<PlansReport> {
  const context: TrialContext = { surfaces, store: new Store(dataset), random: new Random(seed) };
  const { store, random } = context;
  const work = countWork(surfaces.application);
  const coverage = new Coverage([]);
  const seen = new Map<string, Set<string>>();
  const mismatches: string[] = [];
  let [checked, repeated, differing, selective] = [0, 0, 0, 0];

  const check = async (entity: Entity, condition: Condition): Promise<void> => {
    const structure = `${entity.name} ${structureOf(condition)}`;
    const text = printCondition(condition, '$filter');
    const texts = seen.get(structure);
    const { plans } = work;
    const trial = {
      question: { entity, fields: entity.key },
      condition,
      matched: keepRows(condition, entity, store, new Map()),
    };
    const wrong = await surfaces
      .byText(trial.question, text, random)
      .then((items) => describeDifference(items, trial, context))
      .catch((error: Error) => error.message);
    const replanned = texts !== undefined && work.plans !== plans ? 'was planned anew' : undefined;
    checked += 1;
    if (texts !== undefined) repeated += 1;
    if (trial.matched.length > 0 && trial.matched.length < store.rows(entity).length) selective += 1;
    if (texts?.has(text) === false) differing += 1;
    seen.set(structure, (texts ?? new Set()).add(text));
    if (wrong === undefined && replanned === undefined) return;
    const others = [...(texts ?? [])].slice(0, 2).join('\n  ');
    mismatches.push(`seed ${seed}\n${entity.name}: ${text}\n${wrong ?? replanned}\nbefore it:\n  ${others}`);
  };

  while (checked < count && mismatches.length < MAX_MISMATCHES) {
    const entity = random.pick(dataset.entities);
    const condition = makeUseful(entity, { random, coverage, store, claims: undefined });
    await check(entity, condition);
    for (const other of random.times(REDRAWN, () => redraw(condition, context))) await check(entity, other);
    for (const near of random.times(NEIGHBORS, () => neighborOf(condition, random))) {
      await check(entity, near);
      await check(entity, redraw(near, context));
    }
    await check(entity, redraw(condition, context));
  }
  return { mismatches, checked, repeated, differing, selective, structures: seen.size, plans: work.plans };
}

/** Returns the structure of an expression, without its literals and list lengths. */
function structureOf(condition: Condition): string {
  return JSON.stringify(condition, (name: string, value: unknown) => {
    if (WRITING.has(name)) return undefined;
    // Ordered, since a comparison may take the type of its first typed item.
    if (name === 'items')
      return [...new Set((value as readonly Literal[]).map(formOf))].filter((form) => form !== 'null');
    return isLiteral(value) ? maskOf(value) : value;
  });
}

/** Properties without a meaning; `value` and others are inside literals, which are masked first. */
const WRITING = new Set(['grouped', 'prefix', 'separator', 'type']);

const maskOf = (literal: Literal): string =>
  literal.form === 'null' || literal.form === 'boolean'
    ? literal.text
    : `?${formOf(literal)}${literal.text.startsWith('-') && formOf(literal) === 'huge' ? ' below' : ''}`;

const DAY = /^'\d{4,7}-\d\d-\d\d(?: BC)?'$/;
const MOMENT = /^'\d{4,7}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/**
 * Returns the form of a literal: for numbers, whether it is a 64-bit integer or beyond a double; for strings, whether
 * it is a date or a timestamp.
 */
function formOf({ form, text }: Literal): string {
  if (text.startsWith("'")) return DAY.test(text) ? 'day' : MOMENT.test(text) ? 'moment' : form;
  if (form !== 'number') return form;
  if (!Number.isFinite(Number(text))) return 'huge';
  return isInteger64(text) ? 'integer' : form;
}

function isInteger64(text: string): boolean {
  if (!/^[+-]?\d+$/.test(text)) return Number.isInteger(Number(text)) && Math.abs(Number(text)) < 2 ** 63;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value;
}

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'literal';
