import type { SlotSource } from '../../operation/operation.ts';

/** The name of the claim that a value or an item of a list comes from; undefined where none does. */
export function claimIn(source: SlotSource): string | undefined {
  if (source.kind === 'claim') return source.name;
  return source.kind === 'list' ? source.items.map(claimIn).find((name) => name !== undefined) : undefined;
}
