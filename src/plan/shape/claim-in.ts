import type { SlotSource } from '../../operation/operation.ts';

export function claimIn(source: SlotSource): string | undefined {
  if (source.kind === 'claim') return source.name;
  return source.kind === 'list' ? source.items.map(claimIn).find((name) => name !== undefined) : undefined;
}
