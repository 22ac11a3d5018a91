import type { DataSource } from '../../config/config.ts';

/** How many sessions are for reads, and how many for changes. There is at least one of each, whatever `max` is. */
export const splitPool = ({
  max,
  changes,
}: DataSource['pool']): { readonly reads: number; readonly changes: number } => ({
  reads: Math.max(1, max - changes),
  changes: Math.min(changes, Math.max(1, max - 1)),
});
