import type { Application } from '../../../src/app/application.ts';
import { DIFFERENT } from '../judge-operation.ts';
import type { Dataset, Entity } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { bootRoles, EVERYTHING, type Shop } from './boot-roles.ts';
import type { Caller } from './claim-pool.ts';
import type { Condition } from './expression.ts';
import { isFit, keepRows } from './judge.ts';
import { keyOf, readKeys } from './read-keys.ts';
import type { Role } from './role.ts';
import { runAs } from './run-as.ts';

/** A policy that keeps the wrong rows. */
export interface Mismatch {
  readonly role: Role;
  readonly entity: Entity;
  readonly caller: Caller;
  /** Mismatches of one kind usually have one cause. */
  readonly kind: string;
  readonly text: string;
}

/** Result of a comparison. */
export interface Outcome {
  readonly mismatches: readonly Mismatch[];
  /** Matched rows and all rows for each compared policy. */
  readonly matched: readonly { readonly rows: number; readonly all: number }[];
  /** Number of callers that were correctly rejected. */
  readonly refused: number;
}

/** Compares the keys that match each policy for its caller with the judge. */
export async function compareRoles(shop: Shop, roles: readonly Role[], dataset: Dataset): Promise<Outcome> {
  const application = await bootRoles(shop, roles);
  if (!('answer' in application)) return withoutRefused(application, { shop, roles, dataset });
  const store = new Store(dataset);
  const questions = roles.flatMap((role) =>
    [...role.policies].flatMap(([name, policy]): readonly Question[] => {
      const invalidCallers = role.invalidCallers.filter(({ claims }) => !isFit(policy, claims));
      return [role.caller, ...invalidCallers].map((caller) => ({ role, caller, entity: store.entity(name), policy }));
    }),
  );
  const verdicts: Verdict[] = [];
  try {
    for (const question of questions) verdicts.push(await compare(question, store, application));
  } finally {
    await application.close();
  }
  return {
    mismatches: verdicts.flatMap(({ mismatch }) => mismatch ?? []),
    matched: verdicts.flatMap(({ matched }) => matched ?? []),
    refused: verdicts.filter(({ isRefused }) => isRefused).length,
  };
}

interface Question {
  readonly role: Role;
  readonly caller: Caller;
  readonly entity: Entity;
  readonly policy: Condition;
}

interface Verdict {
  readonly mismatch?: Mismatch;
  readonly matched?: Outcome['matched'][number];
  readonly isRefused: boolean;
}

async function compare(
  { role, caller, entity, policy }: Question,
  store: Store,
  application: Application,
): Promise<Verdict> {
  const differs = (kind: string, text: string): Mismatch => ({ role, caller, entity, kind, text });
  const document = `{ ${entity.list}(first: ${EVERYTHING}) { ${entity.key.join(' ')} } }`;
  const { data, errors, code } = await runAs(
    application,
    role.name,
    caller,
  )(document, '{}').catch((error: Error) => ({
    data: null,
    code: 'thrown',
    errors: [{ message: `${error.stack}` }],
  }));
  if (!isFit(policy, caller.claims)) {
    if (code === 'Forbidden') return { isRefused: true };
    return {
      isRefused: true,
      mismatch: differs(
        'not refused',
        `Forbidden expected, ${code ?? 'an answer'} found: ${errors?.[0]?.message ?? ''}`,
      ),
    };
  }
  const expected = keepRows(policy, entity, store, caller.claims);
  const matched = { matched: { rows: expected.length, all: store.rows(entity).length } };
  if (typeof data !== 'string') {
    const text = errors?.[0]?.message ?? 'nothing';
    return { ...matched, isRefused: false, mismatch: differs(`refused: ${text.replace(/\d+|"[^"]*"/g, '…')}`, text) };
  }
  const found = readKeys(data, entity);
  const expectedRows = expected.map((row) => keyOf(row, entity));
  const [extra, missing] = [
    new Set(found).difference(new Set(expectedRows)),
    new Set(expectedRows).difference(new Set(found)),
  ];
  if (extra.size === 0 && missing.size === 0 && found.length === expectedRows.length)
    return { ...matched, isRefused: false };
  const text = `${expectedRows.length} rows expected, ${found.length} found; too many: ${sample(extra)}; missing: ${sample(missing)}`;
  return { ...matched, isRefused: false, mismatch: differs(DIFFERENT, text) };
}

const sample = (keys: ReadonlySet<string>): string => [...keys].slice(0, 5).join(' ');

/** Reports policies rejected at startup as mismatches, and compares the others. */
async function withoutRefused(
  refused: Exclude<Awaited<ReturnType<typeof bootRoles>>, Application>,
  { shop, roles, dataset }: { readonly shop: Shop; readonly roles: readonly Role[]; readonly dataset: Dataset },
): Promise<Outcome> {
  const mismatches = refused.map(({ role: name, entity: entityName, message }): Mismatch => {
    const role = roles.find((candidate) => candidate.name === name);
    const entity = dataset.entities.find((candidate) => candidate.name === entityName);
    if (role === undefined || entity === undefined) throw new Error(message);
    const text = message.replace(/^The policy of the role "\w+": /, '');
    return { role, entity, caller: role.caller, kind: `start: ${text.replace(/\d+|"[^"]*"/g, '…')}`, text };
  });
  const accepted = roles.map((role) => {
    const bad = mismatches.filter((mismatch) => mismatch.role === role).map(({ entity }) => entity.name);
    return { ...role, policies: new Map([...role.policies].filter(([name]) => !bad.includes(name))) };
  });
  const rest = await compareRoles(shop, accepted, dataset);
  return { ...rest, mismatches: [...mismatches, ...rest.mismatches] };
}
