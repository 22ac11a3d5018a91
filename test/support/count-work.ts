import type { Application } from '../../src/app/application.ts';

export interface Work {
  plans: number;
  /** Number of statements sent to the database. */
  statements: number;
}

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
