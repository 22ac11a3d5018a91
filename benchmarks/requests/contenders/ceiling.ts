import type { StoreName } from '../../support/store-names.ts';
import type { Contender } from '../contender.ts';
import { questionOf } from '../workloads.ts';
import { plainAnswer } from './plain-answer.ts';
import { startProgram } from './start-program.ts';

/** Workloads that need several requests here, one per list. */
const PARTS: Readonly<Record<string, readonly string[]>> = { 'two-lists': ['customers', 'orders'] };

/** `node:http` and the driver only. A request names a prepared statement and its key. */
function makeCeiling(name: string, title: string, program: string): Contender {
  return {
    name,
    title,
    isJoinery: false,
    start: startProgram(program),
    requestsFor: (workload, key) => {
      const question = questionOf(workload, key);
      const parts = PARTS[question] ?? [question];
      return parts.map((part) => ({ method: 'GET', path: `/${part}?key=${key}`, headers: {} }));
    },
    answerOf: (workload, bodies) => {
      const parts = PARTS[workload.name];
      return plainAnswer(parts ? Object.fromEntries(parts.map((part, index) => [part, bodies[index]])) : bodies[0]);
    },
  };
}

export const usualOn = (store: StoreName): Contender => makeCeiling('usual', 'node:http, usual SQL', `usual-${store}`);
export const best = makeCeiling('best', 'node:http, best SQL', 'best');
