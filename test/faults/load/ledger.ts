import type { Call } from './operations.ts';
import { isDone, type Outcome } from './send-request.ts';

/** Outcome of a write as known to its client. */
export type Fate = 'acknowledged' | 'undone' | 'unknown';

/** All requests and their outcomes. */
export class Ledger {
  /** Codes that may report the fault, extended by scenarios. */
  readonly expectedCodes = new Set(['Unavailable', 'DatabaseTimeout', 'OutcomeUnknown']);
  /** Outcome of each finished write by key. */
  readonly fates = new Map<string, Fate>();
  /** Number of each outcome: `Unavailable`, `reset ECONNRESET`, `hung`. */
  readonly outcomes = new Map<string, number>();
  /** Number of each unexpected outcome. */
  readonly unexpected = new Map<string, number>();
  requests = 0;
  succeeded = 0;
  outcomeUnknown = 0;
  internal = 0;
  hung = 0;
  /** Connections lost before a response. */
  resets = 0;
  /** Requests beyond their time limit. */
  overdue = 0;

  record(call: Call, outcome: Outcome): void {
    this.requests += 1;
    const fate = fateOf(outcome);
    if (call.key !== undefined) this.fates.set(call.key, fate);
    if (fate === 'acknowledged') {
      this.succeeded += 1;
      return;
    }
    add(this.outcomes, nameOf(outcome));
    if (outcome.kind === 'hung') this.hung += 1;
    if (outcome.kind === 'reset') this.resets += 1;
    if (outcome.kind !== 'answered') return;
    if (outcome.status === 500) this.internal += 1;
    else if (!this.expectedCodes.has(outcome.code ?? '')) add(this.unexpected, `${outcome.status} ${outcome.code}`);
    if (outcome.code === 'OutcomeUnknown') this.outcomeUnknown += 1;
    if (outcome.code === 'OutcomeUnknown' && call.kind === 'read') add(this.unexpected, 'OutcomeUnknown of a read');
    if (outcome.code === 'Unavailable' && outcome.retryAfter === undefined)
      add(this.unexpected, 'Unavailable without Retry-After');
  }

  /** Number of writes with this outcome. */
  count(fate: Fate): number {
    return [...this.fates.values()].filter((candidate) => candidate === fate).length;
  }
}

const nameOf = (outcome: Outcome): string => {
  if (outcome.kind === 'reset') return `reset ${outcome.reason}`;
  return outcome.kind === 'answered' ? (outcome.code ?? String(outcome.status)) : outcome.kind;
};

function fateOf(outcome: Outcome): Fate {
  if (isDone(outcome)) return 'acknowledged';
  if (outcome.kind === 'reset' || outcome.kind === 'hung') return 'unknown';
  return outcome.kind === 'answered' && outcome.code === 'OutcomeUnknown' ? 'unknown' : 'undone';
}

const add = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};
