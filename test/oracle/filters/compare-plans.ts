import { countWork } from '../../support/count-work.ts';
import type { Condition, Literal } from '../expressions/expression.ts';
import { keepRows } from '../expressions/judge.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { makeUseful } from '../expressions/role.ts';
import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import type { Entity } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import type { FilterComparison, Trying } from './compare-conditions.ts';
import { judged } from './methods.ts';
import { neighbourOf } from './neighbours.ts';
import { redraw } from './redraw.ts';

export interface PlansReport {
  /** In words. */
  readonly mismatches: readonly string[];
  /** Expressions that were asked. */
  readonly asked: number;
  /** Those of them whose structure had been asked before, and how many of these say other values. */
  readonly again: number;
  readonly differing: number;
  /** How many keep some rows and not others. */
  readonly telling: number;
  /** Structures, and plans that were made for them. */
  readonly structures: number;
  readonly plans: number;
}

const MAX_MISMATCHES = 4;

/** Variants of each expression with other literals, and with other structures. */
const REDRAWN = 3;
const NEIGHBOURS = 2;

/**
 * Asks random expressions, each again with other literals of the same forms, and then others that are written almost the same:
 * a structure is planned once, and every answer is the judge's, whatever was planned before.
 */
export async function comparePlans({ surfaces, dataset, seed, count }: FilterComparison): Promise<PlansReport> {
  const trying: Trying = { surfaces, store: new Store(dataset), random: new Random(seed) };
  const { store, random } = trying;
  const work = countWork(surfaces.application);
  const coverage = new Coverage([]);
  const seen = new Map<string, Set<string>>();
  const mismatches: string[] = [];
  let [asked, again, differing, telling] = [0, 0, 0, 0];

  const ask = async (entity: Entity, condition: Condition): Promise<void> => {
    const structure = `${entity.name} ${structureOf(condition)}`;
    const text = printCondition(condition, '$filter');
    const texts = seen.get(structure);
    const { plans } = work;
    const trial = {
      question: { entity, fields: entity.key },
      condition,
      kept: keepRows(condition, entity, store, new Map()),
    };
    const wrong = await surfaces
      .byText(trial.question, text, random)
      .then((items) => judged(items, trial, trying))
      .catch((error: Error) => error.message);
    const replanned = texts !== undefined && work.plans !== plans ? 'was planned anew' : undefined;
    asked += 1;
    if (texts !== undefined) again += 1;
    if (trial.kept.length > 0 && trial.kept.length < store.rows(entity).length) telling += 1;
    if (texts?.has(text) === false) differing += 1;
    seen.set(structure, (texts ?? new Set()).add(text));
    if (wrong === undefined && replanned === undefined) return;
    const others = [...(texts ?? [])].slice(0, 2).join('\n  ');
    mismatches.push(`seed ${seed}\n${entity.name}: ${text}\n${wrong ?? replanned}\nbefore it:\n  ${others}`);
  };

  while (asked < count && mismatches.length < MAX_MISMATCHES) {
    const entity = random.pick(dataset.entities);
    const condition = makeUseful(entity, { random, coverage, store, claims: undefined });
    await ask(entity, condition);
    for (const other of random.times(REDRAWN, () => redraw(condition, trying))) await ask(entity, other);
    for (const near of random.times(NEIGHBOURS, () => neighbourOf(condition, random))) {
      await ask(entity, near);
      await ask(entity, redraw(near, trying));
    }
    await ask(entity, redraw(condition, trying));
  }
  return { mismatches, asked, again, differing, telling, structures: seen.size, plans: work.plans };
}

/** What two expressions have in common that differ in what their literals say, and in how many stand in lists. */
function structureOf(condition: Condition): string {
  return JSON.stringify(condition, (name: string, value: unknown) => {
    if (WRITING.has(name)) return undefined;
    // In their order: what is compared may take the type of the first that has one.
    if (name === 'items')
      return [...new Set((value as readonly Literal[]).map(formOf))].filter((form) => form !== 'null');
    return isLiteral(value) ? maskOf(value) : value;
  });
}

/** What is no part of the meaning; `value` and the like stand inside literals, which are masked before. */
const WRITING = new Set(['grouped', 'prefix', 'separator', 'type']);

const maskOf = (literal: Literal): string =>
  literal.form === 'null' || literal.form === 'boolean'
    ? literal.text
    : `?${formOf(literal)}${literal.text.startsWith('-') && formOf(literal) === 'huge' ? ' below' : ''}`;

const DAY = /^'\d{4,7}-\d\d-\d\d(?: BC)?'$/;
const MOMENT = /^'\d{4,7}-\d\d-\d\d[Tt ]\d\d:\d\d/;

/**
 * What a literal compares as: its form; of a number whether it is an integer of 64 bits, however it is written, or beyond a double; of
 * a text whether it is a day, or a day and a time.
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
