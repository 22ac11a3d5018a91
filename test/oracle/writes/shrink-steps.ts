import { isMutation, type Operation, type Step } from './model/step.ts';
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
  let [index, remaining] = [0, attempts];
  while (remaining > 0) {
    const candidate = smallerSequences(smallest)[index];
    if (candidate === undefined) return smallest;
    remaining -= 1;
    if (await fails(candidate)) smallest = candidate;
    else index += 1;
  }
  return smallest;
}

/** Generates shorter sequences. Whole steps are removed first. */
function smallerSequences(steps: readonly Step[]): readonly (readonly Step[])[] {
  return [
    ...(steps.length > 1 ? steps.map((_, index) => steps.toSpliced(index, 1)) : []),
    ...steps.flatMap((step, index) => smallerSteps(step).map((smaller) => steps.with(index, smaller))),
  ];
}

function smallerSteps(step: Step): readonly Step[] {
  const { operations } = step;
  return [
    ...(operations.length > 1
      ? operations.map((_, index) => ({ ...step, operations: operations.toSpliced(index, 1) }))
      : []),
    ...operations.flatMap((operation, index) =>
      smallerOperations(operation).map((smaller) => ({ ...step, operations: operations.with(index, smaller) })),
    ),
    ...(step.style === 0 ? [] : [{ ...step, style: 0 }]),
  ];
}

function smallerOperations(operation: Operation): readonly Operation[] {
  const { fields, relationships } = operation.selection;
  const selections = [
    ...(relationships.length > 0 ? [{ fields: fields.length > 0 ? fields : ['__typename'], relationships: [] }] : []),
    ...(fields.length > 1 ? fields.map((_, index) => ({ fields: fields.toSpliced(index, 1), relationships })) : []),
  ];
  return [
    ...selections.map((selection) => ({ ...operation, selection })),
    ...('item' in operation ? smallerItems(operation.item).map((item) => ({ ...operation, item })) : []),
    ...('items' in operation
      ? smallerLists(operation.items).map((items) => ({ ...operation, items: items.filter(isObject) }))
      : []),
    ...(isMutation(operation) && 'ifMatch' in operation ? [withoutTag(operation)] : []),
  ];
}

function withoutTag<T extends Operation>(operation: T): T {
  const { ifMatch: _, ...rest } = operation as T & { readonly ifMatch?: unknown };
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
