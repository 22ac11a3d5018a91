import type { DataSource } from '../../config/config.ts';

/** Sessions for live queries: two for slow members, and one for cohorts and suspects, whose reads are short. */
export const LIVE_SESSIONS = 3;

/** Returns at least one session each for reads and changes. */
export const splitPool = ({
  max,
  changes,
}: DataSource['pool']): { readonly reads: number; readonly changes: number } => ({
  reads: Math.max(1, max - changes),
  changes: Math.min(changes, Math.max(1, max - 1)),
});
