import type { ChangeRow, ChangeStep, ReadStep } from '../../store/script.ts';
import type { Changes, Driver, Outcome, Together } from '../../store/store.ts';
import type { Admission } from '../admission.ts';
import { isUnavailable, readTwice } from '../read-twice.ts';
import { Gathering } from './gathering.ts';

type Values = readonly (string | null)[];

/** What requests may run together with those of others. */
export interface SharedSteps {
  readonly reads: Gathering<ReadStep, Values>;
  /** Of plain inserts alone: what else changes rows could wait for others, and they for it, each behind the other. */
  readonly inserts: Gathering<ChangeStep, ChangeRow> | undefined;
}

/** Milliseconds that an insert that failed is held to have taken: it took others back with it, and may be somebody's habit. */
const FAILED_INSERT = 1000;

/** Undefined where the driver knows no such thing. */
export function shareSteps(driver: Driver, admission: Admission): SharedSteps | undefined {
  const { together, changes } = driver;
  return (
    together && {
      reads: new Gathering<ReadStep, Values>(admission, {
        run: (bounds) => readTogether(bounds, together),
        runAlone: (bound) => readTwice(bound, driver),
        isSmall: together.isSmall,
        failure: 0,
      }),
      inserts: changes && shareInserts(changes, together, admission),
    }
  );
}

const shareInserts = ({ change }: Changes, { insert, isSmall }: Together, admission: Admission) =>
  new Gathering<ChangeStep, ChangeRow>(admission, {
    run: async (bounds) => {
      const [first, ...others] = bounds;
      if (first === undefined || others.length > 0) return insert(bounds);
      // By itself, with all the time that a statement has.
      return [
        await change(first).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      ];
    },
    runAlone: change,
    isSmall,
    failure: FAILED_INSERT,
  });

/** Where there is no session, nothing was run. */
async function readTogether(
  bounds: Parameters<Together['read']>[0],
  { read }: Together,
): Promise<readonly Outcome<Values>[]> {
  try {
    const outcomes = await read(bounds);
    return outcomes.map((outcome) =>
      outcome !== undefined && 'error' in outcome ? { ...outcome, undone: isUnavailable(outcome.error) } : outcome,
    );
  } catch (error) {
    if (isUnavailable(error)) return [];
    throw error;
  }
}
