import { invariant } from '../base/invariant.ts';
import type { Outcomes } from '../execute/run-changes.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { ChangesMember, Script, ScriptRoot } from '../store/script.ts';
import type { Answered, Facts } from './application.ts';

/** What the requests of a Script gave. */
export interface StepResults {
  /** JSON texts of the roots that are read, by index. */
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
  /** The JSON text of what the schema itself answers. */
  readonly introspect: (field: SelectedField) => string;
}

type Assembled = Pick<Answered, 'data' | 'facts'>;

/** The whole answer, glued from what the database wrote; nothing of it is parsed. */
export const assembleAnswer = ({ roots }: Script, results: StepResults): Assembled => ({
  data: writeObject(roots.map((root) => [root.key, rootText(root, results)])),
  facts: NO_FACTS,
});

/** The value of the one root, and its facts beside it. */
export function assembleApart({ roots: [root] }: Script, results: StepResults): Assembled {
  invariant(root, 'facts are told of one root');
  return { data: rootText(root, results), facts: factsOf(root, results) };
}

const NO_FACTS: Facts = {};

function factsOf(root: ScriptRoot, { values, outcomes }: StepResults): Facts {
  if (!('apart' in root) || root.apart === undefined) return NO_FACTS;
  const [first, texts] = root.kind === 'value' ? [root.index, values] : [0, lastValues(root, outcomes)];
  return Object.fromEntries(root.apart.map((key, index) => [key, texts?.[first + 1 + index] ?? null]));
}

const writeObject = (members: readonly (readonly [key: string, json: string])[]): string =>
  `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`;

function rootText(root: ScriptRoot, { values, outcomes, introspect }: StepResults): string {
  switch (root.kind) {
    case 'introspection':
      return introspect(root.field);
    case 'value': {
      const value = values[root.index];
      invariant(value !== undefined, 'the statement gives a value for each root');
      return value ?? 'null';
    }
    case 'changed':
      return lastValues(root, outcomes)?.[0] ?? 'null';
    case 'changes':
      return writeObject(root.members.map((member) => [member.key, memberText(member, outcomes)]));
    default:
      return memberText(root, outcomes);
  }
}

/** What whichever of these steps ran last gave. */
const lastValues = ({ steps }: { readonly steps: readonly number[] }, outcomes: Outcomes) =>
  steps.map((step) => outcomes[step]).findLast((row) => row !== undefined)?.values;

function memberText(member: ChangesMember, outcomes: Outcomes): string {
  if (member.kind === 'constant') return member.json;
  const rows = member.steps.flatMap((step) => outcomes[step] ?? []);
  if (member.kind === 'affected') return String(rows.reduce((sum, { affected }) => sum + affected, 0));
  const texts = rows.map(({ values }) => values[member.index] ?? null);
  // A row that the role may not see is left out of the items.
  return member.form === 'list' ? (texts[0] ?? '[]') : `[${texts.filter((text) => text !== null).join(',')}]`;
}
