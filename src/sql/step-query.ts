import type { ChangeRow, ChangeStep } from '../store/script.ts';
import type { StatementSql } from './statement.ts';
import type { RereadQuery, WriteQuery } from './write-query.ts';

/** A step of a mutation, before a dialect compiles it. */
export type StepQuery =
  | {
      readonly kind: 'write';
      readonly step: ChangeStep;
      readonly query: WriteQuery;
      readonly changesSession?: true;
    }
  | { readonly kind: 'reread'; readonly step: ChangeStep; readonly query: RereadQuery }
  | {
      readonly kind: 'routine';
      readonly step: ChangeStep;
      readonly statement: StatementSql<ChangeRow>;
      readonly changesSession?: true;
    };
