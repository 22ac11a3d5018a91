import type { Application } from '../../src/app/application.ts';

export interface Work {
  /** Operations that were planned. */
  plans: number;
  /** Statements that the database was asked for. */
  statements: number;
}

/** Counts what an application does from now on. */
export function countWork({ observers }: Application): Readonly<Work> {
  const work: Work = { plans: 0, statements: 0 };
  observers.add({
    planned: () => {
      work.plans += 1;
    },
    executed: ({ statements }) => {
      work.statements += statements;
    },
  });
  return work;
}
