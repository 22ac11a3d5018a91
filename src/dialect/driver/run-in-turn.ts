import type { ChangeSession, ReadSession, Sessions, UnitOutcome } from '../../store/driver.ts';

/** Adapts sessions that run one statement at a time to read sessions. */
export const toReadSessions = (sessions: Sessions<Pick<ChangeSession, 'run' | 'cancel'>>): Sessions<ReadSession> => ({
  max: sessions.max,
  closeIdle: () => sessions.closeIdle(),
  use: (work) => sessions.use((session) => work(toReadSession(session))),
});

const toReadSession = (session: Pick<ChangeSession, 'run' | 'cancel'>): ReadSession => ({
  maxUnits: 1,
  run: async (units, tell) => {
    for (const [index, unit] of units.entries()) {
      let outcome: UnitOutcome;
      try {
        outcome = { result: await session.run(unit) };
      } catch (error) {
        outcome = { error };
      }
      tell(outcome, index);
    }
  },
  cancel: () => session.cancel(),
});
