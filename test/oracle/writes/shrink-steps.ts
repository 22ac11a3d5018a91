import { type Ask, isMutation, type Step } from './model/step.ts';
import { isList, isObject, type Wire } from './wire.ts';

/**
 * Shrinks failing steps.
 * @param attempts limit of calls of `fails`
 */
export async function shrinkSteps(
  steps: readonly Step[],
  { fails, attempts }: { readonly fails: (steps: readonly Step[]) => Promise<boolean>; readonly attempts: number },
): Promise<readonly Step[]> {
  let smallest = steps;
  let [index, left] = [0, attempts];
  while (left > 0) {
    const candidate = smallerOnes(smallest)[index];
    if (candidate === undefined) return smallest;
    left -= 1;
    if (await fails(candidate)) smallest = candidate;
    else index += 1;
  }
  return smallest;
}

/** Whole steps are removed first. */
function smallerOnes(steps: readonly Step[]): readonly (readonly Step[])[] {
  return [
    ...(steps.length > 1 ? steps.map((_, index) => steps.toSpliced(index, 1)) : []),
    ...steps.flatMap((step, index) => smallerSteps(step).map((smaller) => steps.with(index, smaller))),
  ];
}

function smallerSteps(step: Step): readonly Step[] {
  const { asks } = step;
  return [
    ...(asks.length > 1 ? asks.map((_, index) => ({ ...step, asks: asks.toSpliced(index, 1) })) : []),
    ...asks.flatMap((ask, index) => smallerAsks(ask).map((smaller) => ({ ...step, asks: asks.with(index, smaller) }))),
    ...(step.style === 0 ? [] : [{ ...step, style: 0 }]),
  ];
}

function smallerAsks(ask: Ask): readonly Ask[] {
  const { fields, relationships } = ask.selection;
  const selections = [
    ...(relationships.length > 0 ? [{ fields: fields.length > 0 ? fields : ['__typename'], relationships: [] }] : []),
    ...(fields.length > 1 ? fields.map((_, index) => ({ fields: fields.toSpliced(index, 1), relationships })) : []),
  ];
  return [
    ...selections.map((selection) => ({ ...ask, selection })),
    ...('item' in ask ? smallerItems(ask.item).map((item) => ({ ...ask, item })) : []),
    ...('items' in ask ? smallerLists(ask.items).map((items) => ({ ...ask, items: items.filter(isObject) })) : []),
    ...(isMutation(ask) && 'ifMatch' in ask ? [withoutTag(ask)] : []),
  ];
}

function withoutTag<T extends Ask>(ask: T): T {
  const { ifMatch: _, ...rest } = ask as T & { readonly ifMatch?: unknown };
  return rest as unknown as T;
}

const smallerItems = (item: Readonly<Record<string, Wire>>): readonly Readonly<Record<string, Wire>>[] => [
  ...Object.keys(item).map((name) => Object.fromEntries(Object.entries(item).filter(([other]) => other !== name))),
  ...Object.entries(item).flatMap(([name, value]) => {
    if (isList(value)) return smallerLists(value).map((list) => ({ ...item, [name]: list }));
    return isObject(value) ? smallerItems(value).map((smaller) => ({ ...item, [name]: smaller })) : [];
  }),
];

const smallerLists = (list: readonly Wire[]): readonly (readonly Wire[])[] => [
  ...(list.length > 1 ? list.map((_, index) => list.toSpliced(index, 1)) : []),
  ...list.flatMap((value, index) =>
    isObject(value) ? smallerItems(value).map((smaller) => list.with(index, smaller)) : [],
  ),
];
