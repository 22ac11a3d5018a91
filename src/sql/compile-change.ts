import type { Entity } from '../model/model.ts';
import type { Change, ChangeAnswer, Write } from '../plan/shape/changes.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ChangeStep, ScriptRoot } from '../store/script.ts';
import { findCaptured } from './captured-columns.ts';
import { changeStatement } from './change-statement.ts';
import type { Compiling } from './compile-plan.ts';
import { compileLook, compileWrite, type Give } from './compile-write.ts';
import { describeRoot, formOf } from './describe-root.ts';
import { Aliases } from './fragment.ts';
import { canGive, canTell, isActedOn, isLeftAlone } from './known-rows.ts';

/** The steps of a field of the mutation root, and where its value is found in their outcomes. */
export interface CompiledChange {
  readonly steps: readonly ChangeStep[];
  readonly root: ScriptRoot;
}

/**
 * Every write is a statement, and gives what is asked of its rows where it can know it. What else is asked is looked up once all
 * writes of the field are done.
 * @param firstStep how many steps there are before these
 */
export function compileChange(
  { writes, answer }: Change,
  key: string,
  firstStep: number,
  compiling: Compiling,
): CompiledChange {
  const captured = findCaptured(writes);
  const acting = writes.filter(isActedOn);
  const courses = writes.map((write) => planCourse(write, answer, acting));
  const looks = courses.flatMap(({ write, look }) => (look === undefined ? [] : [{ write, look }]));
  const writeSteps = new Map(writes.map(({ id }, index) => [id, firstStep + index]));
  const lookSteps = new Map(
    looks.flatMap(({ write, look }, index) =>
      look.give.values.length > 0 ? [[write.id, firstStep + writes.length + index]] : [],
    ),
  );
  const writeStepOf = (id: number): number => writeSteps.get(id) ?? firstStep;
  const stepOf = (id: number): number => lookSteps.get(id) ?? writeStepOf(id);
  return {
    steps: [
      ...courses.map((course) => writeStep(course, captured.get(course.write.id) ?? [], key, compiling)),
      ...looks.map(({ write, look }) => lookStep(write, look, key, compiling)),
    ],
    root: describeRoot(answer, key, { stepOf, writeStepOf }),
  };
}

function writeStep(
  { write, here, look }: Course,
  captured: readonly string[],
  root: string,
  compiling: Compiling,
): ChangeStep {
  const forLook = look !== undefined && look.key === undefined ? look.entity.key.map(({ column }) => column) : [];
  const captures = [...new Set([...captured, ...forLook])];
  return {
    ...changeStatement(compileWrite(write, { ...here, captures }, apart(compiling)), compiling),
    root,
    ...(write.entity && { entity: write.entity.name }),
    write: write.id,
    inserts: write.kind === 'insert',
    ...(isPlainInsert(write) && { isPlainInsert: true }),
    unless: write.unless ?? [],
    captures,
    ...(write.kind === 'insert' && isActedOn(write) && { atLeast: write.rows.length }),
    ...(write.onNone && { onNone: write.onNone }),
    ...(write.onSeveral && { onSeveral: write.onSeveral }),
    ...(write.kind === 'probe' && { onSome: write.onSome }),
    ...(here.check && { onCheckFailed: here.check.onFailed }),
  };
}

const isPlainInsert = (write: Write): boolean =>
  write.kind === 'insert' &&
  write.rows.length === 1 &&
  write.unlessTaken === undefined &&
  !isActedOn(write) &&
  write.entity?.source.hasDeferredConstraints !== true;

function lookStep({ id }: Write, { give, entity, key }: Look, root: string, compiling: Compiling): ChangeStep {
  return {
    ...changeStatement(compileLook({ entity, write: id, ...(key && { key }) }, give, apart(compiling)), compiling),
    root,
    entity: entity.name,
    inserts: false,
    unless: [],
    onlyIf: id,
    captures: [],
    ...(give.check && { onCheckFailed: give.check.onFailed }),
  };
}

/** With aliases of its own, so that equal writes are equal statements, and prepared once. */
const apart = (compiling: Compiling): Compiling => ({ ...compiling, aliases: new Aliases() });

/** What is given by a write itself, and what is looked up after it. */
interface Course {
  readonly write: Write;
  readonly here: Omit<Give, 'captures'>;
  /** Absent where there is nothing to look up. */
  readonly look?: Look;
}

interface Look {
  readonly entity: Entity;
  readonly give: Give;
  /** The key of its one row; absent where the write has to capture it. */
  readonly key?: readonly Slot[];
}

function planCourse(write: Write, answer: ChangeAnswer, acting: readonly Write[]): Course {
  const { entity } = write;
  const isLeft = isLeftAlone(write, acting);
  const check = 'check' in write ? write.check : undefined;
  const isAnswered = answer.kind !== 'nothing' && answer.of.includes(write.id);
  const values = isAnswered ? valuesOf(answer, write) : [];
  const checksHere = check === undefined || (isLeft && canTell(write, check.predicate));
  const valuesHere = values.every(({ rows }) => isLeft && canGive(write, rows));
  const here = { ...(checksHere && check && { check }), values: valuesHere ? values : [] };
  if (entity === undefined || (checksHere && valuesHere)) return { write, here };
  const give: Give = { ...(!checksHere && check && { check }), values: valuesHere ? [] : values, captures: [] };
  // A trigger may have given the row another key than the caller named.
  const key = isAnswered && answer.kind === 'one' && !entity.source.triggers ? answer.key : undefined;
  return { write, here, look: { entity, give, ...(key && { key }) } };
}

function valuesOf(answer: Exclude<ChangeAnswer, { kind: 'nothing' }>, write: Write): Give['values'] {
  if (answer.kind === 'one') return [{ form: 'row', rows: answer.rows }];
  const form = formOf(answer.of) === 'list' ? 'rows' : 'row';
  return answer.facts.flatMap((fact) =>
    fact.kind === 'items' && fact.rows !== undefined && write.entity !== undefined
      ? [{ form, rows: fact.rows } as const]
      : [],
  );
}
