import type { ChangeRow, ChangeStep, Statement } from '../store/script.ts';
import type { StatementSql } from './dialect.ts';
import type { RereadQuery, WriteQuery } from './write-query.ts';

/** What is known of a step of a mutation beside its statement: when it is run, and what is said of its outcome. */
export type StepFacts = Omit<ChangeStep, keyof Statement<unknown> | 'kind'>;

/** A step of a mutation, before a dialect has written it. */
export type StepQuery =
  | { readonly kind: 'write'; readonly facts: StepFacts; readonly query: WriteQuery }
  | { readonly kind: 'reread'; readonly facts: StepFacts; readonly query: RereadQuery }
  /** A run of a function or procedure. */
  | {
      readonly kind: 'routine';
      readonly facts: StepFacts;
      readonly statement: StatementSql<ChangeRow>;
      readonly changesSession?: true;
    };
