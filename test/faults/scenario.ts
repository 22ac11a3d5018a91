import type { Findings } from './findings.ts';

/** A fault during writes and reads. */
export interface Scenario<Extent = never> {
  /** Name for `npm run faults -- <name>`. */
  readonly name: string;
  readonly long: Extent;
  readonly short: Extent;
  /** Databases of the scenario; defaults to all. */
  readonly databases?: readonly string[];
  run(extent: Extent, databaseName?: string): Promise<Findings>;
}
