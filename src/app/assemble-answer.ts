import { assertNever, invariant } from '../base/invariant.ts';
import type { Outcomes } from '../execute/run-changes.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { ChangesMember, Script, ScriptRoot } from '../store/script.ts';

/** What the steps of a script gave. */
export interface StepResults {
  /** JSON texts of the roots that are read, by index. */
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
  /** The JSON text of what the schema itself answers. */
  readonly introspect: (field: SelectedField) => string;
}

/** The JSON text of `data`, glued from what the database wrote; nothing of it is parsed. */
export const assembleAnswer = ({ roots }: Script, results: StepResults): string =>
  writeObject(roots.map((root) => [root.key, rootText(root, results)]));

const writeObject = (members: readonly (readonly [key: string, json: string])[]): string =>
  `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`;

function rootText(root: ScriptRoot, { values, outcomes, introspect }: StepResults): string {
  switch (root.kind) {
    case 'constant':
      return root.json;
    case 'introspection':
      return introspect(root.field);
    case 'value': {
      const value = values[root.index];
      invariant(value !== undefined, 'the statement gives a value for each root');
      return value ?? 'null';
    }
    case 'changed':
      return root.steps.map((step) => outcomes[step]).findLast((row) => row !== undefined)?.values[0] ?? 'null';
    case 'changes':
      return writeObject(root.members.map((member) => [member.key, memberText(member, outcomes)]));
    default:
      return assertNever(root);
  }
}

function memberText(member: ChangesMember, outcomes: Outcomes): string {
  if (member.kind === 'constant') return member.json;
  const rows = member.steps.flatMap((step) => outcomes[step] ?? []);
  if (member.kind === 'affected') return String(rows.reduce((sum, { affected }) => sum + affected, 0));
  const texts = rows.map(({ values }) => values[member.index] ?? null);
  // A row that the role may not see is no item.
  return member.form === 'list' ? (texts[0] ?? '[]') : `[${texts.filter((text) => text !== null).join(',')}]`;
}
