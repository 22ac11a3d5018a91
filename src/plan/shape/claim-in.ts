import type { SlotSource } from '../../operation/operation.ts';

/** Returns the name of the claim that a value or a list item comes from. */
export function claimIn(source: SlotSource): string | undefined {
  if (source.kind === 'claim') return source.name;
  return source.kind === 'list' ? source.items.map(claimIn).find((name) => name !== undefined) : undefined;
}
