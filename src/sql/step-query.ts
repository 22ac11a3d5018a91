import type { RereadStep, RoutineStep, WriteStep } from '../store/change-step.ts';
import type { ChangeRow } from '../store/script.ts';
import type { StatementSql } from './statement.ts';
import type { RereadQuery, WriteQuery } from './write-query.ts';

export type StepQuery =
  | {
      readonly kind: 'write';
      readonly step: WriteStep;
      readonly query: WriteQuery;
      readonly changesSession?: true;
    }
  | { readonly kind: 'reread'; readonly step: RereadStep; readonly query: RereadQuery }
  | {
      readonly kind: 'routine';
      readonly step: RoutineStep;
      readonly statement: StatementSql<ChangeRow>;
      readonly changesSession?: true;
    };
