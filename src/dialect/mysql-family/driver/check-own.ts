import { isIPv4, isIPv6 } from 'node:net';
import { refuse } from '../../../base/errors.ts';
import type { FieldType } from '../../../model/model.ts';
import type { SlotUse } from '../../../plan/shape/slot.ts';
import { show } from '../../../scalars/numbers.ts';
import { isSet } from '../../../scalars/operators.ts';
import { membersOf } from '../catalog/labels.ts';
import { readLabels } from '../catalog/types.ts';

/**
 * Refuses what is no value of a type that is shown as text: the database would compare with it as if it were nothing.
 * @param use what it is for, and the field that clients call so
 * @param claim the name of the claim that it comes from
 * @throws Refusal BadRequest, or Forbidden for a claim
 */
export function checkOwn(
  value: unknown,
  use: { readonly kind: SlotUse['kind']; readonly type: FieldType; readonly field?: string; readonly members?: true },
  claim: string | undefined,
): void {
  const { kind, type, field } = use;
  const find = use.members === true ? wantedMember : wantedOf;
  for (const item of Array.isArray(value) ? value : [value]) {
    const wanted = find(String(item), type);
    if (wanted === undefined) continue;
    if (claim !== undefined) refuse('Forbidden', `The claim "${claim}" of your token is not ${wanted}.`);
    const name = field === undefined ? 'a field' : `"${field}"`;
    refuse(
      'BadRequest',
      `${kind === 'assign' ? name : `What ${name} is compared with`} must be ${wanted}, found: ${show(item)}.`,
      {
        ...(field !== undefined && { fields: [field] }),
      },
    );
  }
}

/** Returns the description of the expected member of a set; undefined if the string is one. */
function wantedMember(text: string, { native }: FieldType): string | undefined {
  const labels = readLabels(native);
  return labels.includes(text) ? undefined : `one of ${labels.join(', ')}`;
}

/** What the text should have been; undefined where it is right. */
export function wantedOf(text: string, type: FieldType): string | undefined {
  const { native } = type;
  if (native === 'inet4') return isIPv4(text) ? undefined : 'an address such as "10.0.0.1"';
  if (native === 'inet6') return isIPv6(text) ? undefined : 'an address such as "2001:db8::1"';
  if (!isSet(type)) return undefined;
  const labels = readLabels(native);
  const areMembers = membersOf(text).every((member) => labels.includes(member));
  return areMembers ? undefined : `some of ${labels.join(', ')} with commas between`;
}
