import type { Findings } from './findings.ts';

/** A way in which something fails while clients write and read. */
export interface Scenario<Extent = never> {
  /** As `npm run faults -- <name>` takes it. */
  readonly name: string;
  readonly long: Extent;
  readonly short: Extent;
  /** The databases that it is for; all unless named. */
  readonly databases?: readonly string[];
  run(extent: Extent, databaseName?: string): Promise<Findings>;
}
