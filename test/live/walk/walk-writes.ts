import type { Item } from '../../http/support/serve-rest.ts';
import type { PublishedField } from './published.ts';
import { pathOf, pick, queryGraphql, requestRest, type Walked } from './walked.ts';

/** Checks that each item is found by its key, and that writing it back by PATCH and GraphQL changes no row. */
export async function walkItems(walked: Walked, most = 8): Promise<ReadonlySet<PublishedField>> {
  const { published, items, report } = walked;
  const updatable = published.fields.filter(({ isUpdatable }) => isUpdatable);
  if (published.update !== undefined && 'rp'.includes(published.relation.kind)) {
    const missing = published.fields.filter(
      (field) => field.column.isPlain && !field.isUpdatable && !published.key.includes(field),
    );
    for (const field of missing) report('cannot be changed', field);
  }
  const [first] = updatable;
  const steady = first === undefined ? [] : await walked.judge.steadyColumns(published.relation, first.column);
  const readSnapshot = async (): Promise<string> =>
    (await walked.judge.snapshot(published.relation, steady)).join('\n');
  for (const item of items.slice(0, most)) {
    await findByKey(walked, item).catch((error) =>
      report(`by key ${keyText(walked, item)}: ${(error as Error).message}`),
    );
    if (published.update === undefined) continue;
    for (const write of [patch, update]) {
      const before = await readSnapshot();
      const all = await attempt(readSnapshot, before, () => write(walked, item, updatable));
      if (all === undefined) continue;
      let isFound = false;
      for (const field of updatable) {
        const why = await attempt(readSnapshot, before, () => write(walked, item, [field]));
        if (why !== undefined) report(`${write.name} of ${JSON.stringify(item[field.name])}: ${why}`, field);
        isFound ||= why !== undefined;
      }
      if (!isFound) report(`${write.name} of ${keyText(walked, item)}: ${all}`);
    }
  }
  return new Set(updatable);
}

const keyText = ({ published }: Walked, item: Item): string => JSON.stringify(pick(item, published.key));

/** Writes the row back, and returns the mismatches. Restores the rows. */
async function attempt(
  readSnapshot: () => Promise<string>,
  before: string,
  write: () => Promise<void>,
): Promise<string | undefined> {
  const refused = await write().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (refused !== undefined) return refused;
  const after = await readSnapshot();
  return after === before ? undefined : `the row is another one: ${difference(before, after)}`;
}

function difference(before: string, after: string): string {
  const [left, right] = [before.split('\n'), after.split('\n')];
  return `${left.filter((row) => !right.includes(row))} became ${right.filter((row) => !left.includes(row))}`.slice(
    0,
    400,
  );
}

async function findByKey(walked: Walked, item: Item): Promise<void> {
  const { published, rest, report } = walked;
  const { byKey, fields, key } = published;
  if (byKey === undefined) return;
  const variables = byKey.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const args = byKey.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const names = fields.map(({ name }) => name).join(' ');
  const { found } = await queryGraphql(
    rest,
    `query (${variables}) { found: ${byKey.name}(${args}) { ${names} } }`,
    pick(item, key),
  );
  const texts = [found, await requestRest(rest, pathOf(published, item, true))];
  if (key.every(({ name }) => item[name] !== '')) texts.push(await requestRest(rest, pathOf(published, item, false)));
  for (const other of texts) {
    const same =
      other !== null &&
      other !== undefined &&
      JSON.stringify(pick(other, fields)) === JSON.stringify(pick(item, fields));
    if (!same) report(`${keyText(walked, item)} gives ${JSON.stringify(other)}`);
  }
}

async function patch({ published, rest }: Walked, item: Item, fields: readonly PublishedField[]): Promise<void> {
  await requestRest(rest, pathOf(published, item, true), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(pick(item, fields)),
  });
}

async function update({ published, rest }: Walked, item: Item, fields: readonly PublishedField[]): Promise<void> {
  const { update: root, key } = published;
  if (root === undefined) return;
  const args = root.args.filter(({ name }) => name === 'item' || key.some((field) => field.name === name));
  const variables = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const names = published.fields.map(({ name }) => name).join(' ');
  await queryGraphql(
    rest,
    `mutation (${variables}) { done: ${root.name}(${args.map(({ name }) => `${name}: $${name}`).join(', ')}) { ${names} } }`,
    { ...pick(item, key), item: pick(item, fields) },
  );
}
