import { isDone, type Told } from './ask.ts';
import type { Asked } from './operations.ts';

/** Outcome of a write as known to its client. */
export type Fate = 'acknowledged' | 'undone' | 'unknown';

/** All requests and their outcomes. */
export class Ledger {
  /** Codes that may report the fault, extended by scenarios. */
  readonly expectedCodes = new Set(['Unavailable', 'DatabaseTimeout', 'OutcomeUnknown']);
  /** Outcome of each finished write by key. */
  readonly fates = new Map<string, Fate>();
  /** Number of each outcome: `Unavailable`, `reset ECONNRESET`, `hung`. */
  readonly told = new Map<string, number>();
  /** Number of each unexpected outcome. */
  readonly amiss = new Map<string, number>();
  requests = 0;
  succeeded = 0;
  outcomeUnknown = 0;
  internal = 0;
  hung = 0;
  /** Connections lost before a response. */
  resets = 0;
  /** Requests beyond their time limit. */
  overdue = 0;

  note(asked: Asked, told: Told): void {
    this.requests += 1;
    const fate = fateOf(told);
    if (asked.key !== undefined) this.fates.set(asked.key, fate);
    if (fate === 'acknowledged') {
      this.succeeded += 1;
      return;
    }
    add(this.told, nameOf(told));
    if (told.kind === 'hung') this.hung += 1;
    if (told.kind === 'reset') this.resets += 1;
    if (told.kind !== 'answered') return;
    if (told.status === 500) this.internal += 1;
    else if (!this.expectedCodes.has(told.code ?? '')) add(this.amiss, `${told.status} ${told.code}`);
    if (told.code === 'OutcomeUnknown') this.outcomeUnknown += 1;
    if (told.code === 'OutcomeUnknown' && asked.kind === 'read') add(this.amiss, 'OutcomeUnknown of a read');
    if (told.code === 'Unavailable' && told.retryAfter === undefined)
      add(this.amiss, 'Unavailable without Retry-After');
  }

  /** Number of writes with this outcome. */
  count(fate: Fate): number {
    return [...this.fates.values()].filter((one) => one === fate).length;
  }
}

const nameOf = (told: Told): string => {
  if (told.kind === 'reset') return `reset ${told.reason}`;
  return told.kind === 'answered' ? (told.code ?? String(told.status)) : told.kind;
};

function fateOf(told: Told): Fate {
  if (isDone(told)) return 'acknowledged';
  if (told.kind === 'reset' || told.kind === 'hung') return 'unknown';
  return told.kind === 'answered' && told.code === 'OutcomeUnknown' ? 'unknown' : 'undone';
}

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
