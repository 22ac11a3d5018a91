import type { Entity } from '../model/model.ts';
import type { Change, ChangeAnswer, ChangeFact, Write } from '../plan/changes.ts';
import type { PagedRows, Predicate, Rows, Selection } from '../plan/plan.ts';
import type { Slot } from '../plan/slot.ts';
import type { ChangeStep, ChangesMember, ScriptRoot } from '../store/script.ts';
import { findCaptured } from './captured-columns.ts';
import { type Compiling, nameStatement } from './compile-plan.ts';
import { compileLook, compileWrite, type Give } from './compile-write.ts';
import { printSql } from './print.ts';

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
  const courses = writes.map((write) => planCourse(write, answer));
  const captured = findCaptured(writes);
  const written = courses.map(({ write, here, look }): ChangeStep => {
    const columns = [...(captured.get(write.id) ?? []), ...(look.captures ? keyColumns(write.entity) : [])];
    const captures = [...new Set(columns)];
    const sql = compileWrite(write, { ...here, captures }, compiling);
    return {
      ...finish(sql, compiling),
      root: key,
      ...(write.entity && { entity: write.entity.name }),
      write: write.id,
      inserts: write.kind === 'insert',
      unless: write.unless ?? [],
      captures,
      ...(write.ifNone && { ifNone: write.ifNone }),
      ...(write.kind === 'probe' && { ifSome: write.ifSome }),
      ...(here.fits && { ifUnfit: here.fits.otherwise }),
    };
  });
  const looks = courses.flatMap(({ write, look }) =>
    look.give === undefined || write.entity === undefined
      ? []
      : [{ write, give: look.give, entity: write.entity, key: look.key }],
  );
  const looked = looks.map(({ write, give, entity, key: rowKey }): ChangeStep => {
    const sql = compileLook({ entity, write: write.id, ...(rowKey && { key: rowKey }) }, give, compiling);
    return {
      ...finish(sql, compiling),
      root: key,
      entity: entity.name,
      inserts: false,
      unless: [],
      onlyIf: write.id,
      captures: [],
      ...(give.fits && { ifUnfit: give.fits.otherwise }),
    };
  });
  const stepOf = (id: number): number => {
    const look = looks.findIndex(({ write, give }) => write.id === id && give.values.length > 0);
    return firstStep + (look >= 0 ? writes.length + look : writes.findIndex((write) => write.id === id));
  };
  const writeStepOf = (id: number): number => firstStep + writes.findIndex((write) => write.id === id);
  return { steps: [...written, ...looked], root: describeRoot(answer, key, { stepOf, writeStepOf, writes }) };
}

/** What is given by a write itself, and what is looked up after it. */
interface Course {
  readonly write: Write;
  readonly here: Omit<Give, 'captures'>;
  readonly look: { readonly give?: Give; readonly key?: readonly Slot[]; readonly captures: boolean };
}

function planCourse(write: Write, answer: ChangeAnswer): Course {
  const fits = 'fits' in write ? write.fits : undefined;
  const values = answer.kind !== 'nothing' && answer.of.includes(write.id) ? valuesOf(answer, write) : [];
  const fitsHere = fits === undefined || canTell(write, fits.predicate);
  const valuesHere = values.every(({ rows }) => canGive(write, rows));
  const here = { ...(fitsHere && fits && { fits }), values: valuesHere ? values : [] };
  if (fitsHere && valuesHere) return { write, here, look: { captures: false } };
  const give: Give = { ...(!fitsHere && fits && { fits }), values: valuesHere ? [] : values, captures: [] };
  const key = answer.kind === 'one' && answer.of.includes(write.id) ? answer.key : undefined;
  return { write, here, look: { give, ...(key && { key }), captures: key === undefined } };
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

/** The rows of one write are a list; of several each is one item. */
const formOf = (of: readonly number[]): 'list' | 'each' => (of.length === 1 ? 'list' : 'each');

/**
 * Whether a write knows by itself what its rows are afterwards: while it runs, other tables, and what triggers do, look as they did
 * before. What is deleted was as it was before. Rows without a key are not found again.
 */
function canGive(write: Write, rows: Rows | PagedRows): boolean {
  if (write.kind === 'delete' || write.entity === undefined || write.entity.key.length === 0) return true;
  return isOwn(write.entity) && isOwnSelection(rows.selection) && isOwnPredicate(rows.visible);
}

function canTell(write: Write, predicate: Predicate): boolean {
  if (write.entity === undefined || write.entity.key.length === 0) return true;
  return isOwn(write.entity) && isOwnPredicate(predicate);
}

const isOwn = ({ source }: Entity): boolean => source.kind === 'table' && !source.triggers;

const isOwnSelection = (selection: Selection): boolean =>
  selection.every(({ value }) => value.kind === 'field' || value.kind === 'typename' || value.kind === 'hash');

/** Whether a condition looks at nothing but the row. */
function isOwnPredicate(predicate: Predicate | undefined): boolean {
  switch (predicate?.kind) {
    case undefined:
    case 'constant':
    case 'unknown':
      return true;
    case 'and':
    case 'or':
      return predicate.members.every(isOwnPredicate);
    case 'not':
      return isOwnPredicate(predicate.member);
    case 'compare':
      return isOwnOperand(predicate.left) && isOwnOperand(predicate.right);
    case 'in':
    case 'isNull':
    case 'holds':
    case 'like':
      return isOwnOperand(predicate.operand);
    default:
      return false;
  }
}

type Operand = Extract<Predicate, { kind: 'compare' }>['left'];

function isOwnOperand(operand: Operand): boolean {
  if (operand.kind === 'field') return operand.path.length === 0;
  return operand.kind === 'call' ? isOwnOperand(operand.argument) : operand.kind === 'value';
}

const keyColumns = (entity: Entity | undefined): readonly string[] => entity?.key.map(({ column }) => column) ?? [];

interface Places {
  /** The step that gives the values of a write. */
  readonly stepOf: (id: number) => number;
  /** The step that is the write. */
  readonly writeStepOf: (id: number) => number;
  readonly writes: readonly Write[];
}

function describeRoot(answer: ChangeAnswer, key: string, places: Places): ScriptRoot {
  if (answer.kind === 'nothing') return { kind: 'constant', key, json: 'null' };
  if (answer.kind === 'one') return { kind: 'changed', key, steps: answer.of.map(places.stepOf) };
  const asked = answer.facts.filter((fact) => fact.kind === 'items' && fact.rows !== undefined);
  const members = answer.facts.map((fact) =>
    describeMember(fact, answer.of, { ...places, index: asked.indexOf(fact) }),
  );
  return { kind: 'changes', key, members };
}

function describeMember(
  fact: ChangeFact,
  of: readonly number[],
  { stepOf, writeStepOf, index }: Places & { index: number },
): ChangesMember {
  const { key } = fact;
  switch (fact.kind) {
    case 'typename':
      return { kind: 'constant', key, json: JSON.stringify(fact.name) };
    case 'affected':
      return { kind: 'affected', key, steps: of.map(writeStepOf) };
    case 'items':
      if (fact.rows === undefined) return { kind: 'constant', key, json: 'null' };
      return { kind: 'items', key, steps: of.map(stepOf), index, form: formOf(of) };
  }
}

function finish(sql: Parameters<typeof printSql>[0], { dialect, generation }: Compiling) {
  const { text, slots } = printSql(sql, dialect);
  return { kind: 'change', text, name: nameStatement(text, generation), slots } as const;
}
