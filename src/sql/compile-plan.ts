import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Call } from '../plan/shape/call.ts';
import { findEntities } from '../plan/shape/find-entities.ts';
import type { Plan, Root } from '../plan/shape/plan.ts';
import { findRowPaths } from '../plan/shape/row-paths.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { CohortMember, CohortResult, CohortScript } from '../store/cohort-script.ts';
import { nameStatement } from '../store/name-statement.ts';
import type { Result } from '../store/result.ts';
import type { ReadRequest, Script, ScriptRoot } from '../store/script.ts';
import { changeOfRoutine } from './changes-session.ts';
import { compileChange } from './compile-change.ts';
import type { CompileContext } from './compile-context.ts';
import { compileConnection, compilePagedRows, compileRows, compileSelection } from './compile-rows.ts';
import type { CohortGenerator, OutColumn } from './dialect.ts';
import { Aliases, parameter, type Sql, tokensOf } from './fragment.ts';
import { printSql } from './print.ts';
import { printRequests } from './print-requests.ts';
import type { MetadataRoot, RootQuery, RoutineQuery } from './query.ts';
import type { StatementSql } from './statement.ts';
import type { StepQuery } from './step-query.ts';

/**
 * Compiles a plan. A query is one statement. A mutation has one step per write, plus steps for data that a write cannot
 * return.
 * @throws ApiError OperationNotOffered, or BadRequest for a query that both reads and runs procedures
 */
export function compilePlan(plan: Plan, setting: Omit<CompileContext, 'aliases'>): Script {
  const { dialect } = setting;
  const context: CompileContext = { ...setting, aliases: new Aliases() };
  const members = { rowPaths: findRowPaths(plan), entities: findEntities(plan) };
  const metadata = compileWithMetadata(plan, context);
  if (metadata !== undefined) {
    return {
      requests: [printRead(dialect.readWithMetadata(metadata.query), plan, context)],
      roots: [metadata.root],
      ...members,
    };
  }
  const queries: RootQuery[] = [];
  const changes: StepQuery[] = [];
  const roots = plan.roots.map((root): ScriptRoot => {
    if (root.kind === 'typename') return { kind: 'constant', key: root.key, json: JSON.stringify(root.name) };
    if (root.kind === 'introspection') return root;
    if (root.kind === 'change') {
      const change = compileChange(root.change, root.key, changes.length, context);
      changes.push(...change.steps);
      return change.root;
    }
    if (root.kind === 'call' && isMutationStep(root.call)) {
      const run = compileRun(root.call, root.key, changes.length, context);
      changes.push(...run.steps);
      return run.root;
    }
    queries.push(compileRoot(root, context));
    const stream = root.kind === 'connection' ? root.stream : undefined;
    return { kind: 'value', key: root.key, index: queries.length - 1, ...(stream && { stream }) };
  });
  if (queries.length > 0 && changes.length > 0) rejectMixed(plan);
  if (queries.length === 0) return { requests: printRequests(changes, context), roots, ...members };
  return { requests: [printRead(dialect.read(queries), plan, context)], roots, ...members };
}

/** Returns true for a call that runs as its own step. No statement can embed the rows of a procedure. */
const isMutationStep = ({ entity: { routine } }: Call): boolean =>
  routine?.operation === 'mutation' || routine?.kind === 'procedure';

function rejectMixed({ roots }: Plan): never {
  const [procedureKey] = roots.flatMap((root) => (root.kind === 'call' && isMutationStep(root.call) ? [root.key] : []));
  return throwApiError(
    'BadRequest',
    `"${procedureKey}" runs a procedure, so it cannot be combined with other fields. Send a separate query.`,
  );
}

interface CohortRead extends StatementSql<readonly (string | null)[]> {
  /** Number of values per member: one per root, or one root and its metadata. */
  readonly values: number;
}

/** Returns undefined if the plan reads nothing, or cannot run for several members. */
function compileCohortRead(
  plan: Plan,
  generators: NonNullable<CohortGenerator['reads']>,
  context: CompileContext,
): CohortRead | undefined {
  const metadata = compileWithMetadata(plan, context);
  if (metadata !== undefined) {
    const read = generators.readWithMetadata(metadata.query);
    return read && { ...read, values: 1 + (metadata.root.metadata?.length ?? 0) };
  }
  const queries = plan.roots.flatMap((root) =>
    root.kind === 'one' || root.kind === 'list' || root.kind === 'connection' ? [compileRoot(root, context)] : [],
  );
  const read = queries.length === 0 ? undefined : generators.read(queries);
  return read && { ...read, values: queries.length };
}

type StoredRoot = Extract<Root, { kind: RootQuery['kind'] }>;

function compileRoot(root: StoredRoot, context: CompileContext): RootQuery {
  switch (root.kind) {
    case 'one':
      return { kind: 'one', query: compileRows(root.rows, undefined, context) };
    case 'list':
      return { kind: 'list', query: compilePagedRows(root.rows, undefined, context) };
    case 'connection':
      return { kind: 'connection', query: compileConnection(root.connection, undefined, context) };
    case 'call':
      return { kind: 'call', query: compileCall(root.call, context) };
  }
}

/**
 * Compiles a call as steps. No SELECT can read the rows that CALL returns, so another statement serializes them. It
 * does so in the database, because JavaScript would round numbers.
 * @param firstStep index of the first step in the mutation
 */
function compileRun(
  call: Call,
  key: string,
  firstStep: number,
  context: CompileContext,
): { readonly steps: readonly StepQuery[]; readonly root: ScriptRoot } {
  const { routine, allFields } = call.entity;
  const generators = context.dialect.routines;
  invariant(routine && generators, `${context.dialect.name} runs ${call.entity.name}`);
  const query = compileCall(call, context);
  const step = { root: key, when: { kind: 'always' }, onlyReads: routine.onlyReads === true } as const;
  const change = changeOfRoutine(routine, context);
  if (routine.kind === 'function') {
    const statement = generators.run(query);
    const run = { kind: 'routine', step: { kind: 'function', ...step, write: call.id }, statement, ...change } as const;
    return { steps: [run], root: { kind: 'writtenRow', key, steps: [firstStep] } };
  }
  const columns = (routine.rows === 'none' ? [] : [...allFields.values()]).map(
    ({ column, type }): OutColumn => ({
      name: column,
      type,
      value: { source: { kind: 'captured', write: call.id, column }, use: { kind: 'assign', field: column, type } },
    }),
  );
  const captures = columns.map(({ name }) => name);
  const prepareStatement = generators.prepare?.(query);
  const before: readonly StepQuery[] =
    prepareStatement === undefined
      ? []
      : [{ kind: 'routine', step: { kind: 'prepareCall', ...step }, statement: prepareStatement }];
  const callStep: StepQuery = {
    kind: 'routine',
    step: { kind: 'call', ...step, write: call.id, captures },
    statement: generators.call(query, columns),
    ...change,
  };
  if (routine.rows === 'none') return { steps: [...before, callStep], root: { kind: 'constant', key, json: '[]' } };
  const rows: Slot = { source: { kind: 'captured', write: call.id, columns: captures }, use: { kind: 'keys' } };
  const resultStep: StepQuery = {
    kind: 'routine',
    step: { kind: 'showResult', ...step },
    statement: generators.serializeResult(columns, query, rows),
  };
  const steps = [...before, callStep, resultStep];
  return { steps, root: { kind: 'writtenRow', key, steps: [firstStep + steps.length - 1] } };
}

function printRead(
  { sql, read }: StatementSql<readonly (string | null)[]>,
  { roots }: Plan,
  { dialect, catalogGeneration, layout }: CompileContext,
): ReadRequest {
  const { text, slots } = printSql(sql, dialect, layout);
  const runs = roots.flatMap((root) => (root.kind === 'call' ? (root.call.entity.routine ?? []) : []));
  const changesSession = runs.some((routine) => changeOfRoutine(routine, { dialect }).changesSession);
  const name = nameStatement(text, catalogGeneration);
  return { kind: 'read', text, name, slots, read, calls: runs.length > 0, ...(changesSession && { changesSession }) };
}

type ValueRoot = Extract<ScriptRoot, { kind: 'value' }>;

interface CompiledMetadata {
  readonly query: MetadataRoot;
  readonly root: ValueRoot;
}

function compileWithMetadata({ roots: [root] }: Plan, context: CompileContext): CompiledMetadata | undefined {
  if (root?.kind === 'one' && root.metadata !== undefined && root.metadata.length > 0) {
    const query = compileRows(root.rows, undefined, context);
    const metadata = compileSelection(root.metadata, query.source.alias, context);
    return { query: { kind: 'one', query, metadata }, root: valueRoot(root.key, metadata) };
  }
  if (root?.kind === 'connection' && root.metadata) {
    const query = compileConnection(root.connection, undefined, context);
    // The first entry is the value of the root.
    const [, ...members] = query.members;
    return { query: { kind: 'connection', query }, root: valueRoot(root.key, members) };
  }
  return undefined;
}

const valueRoot = (key: string, metadata: readonly { readonly key: string }[]): ValueRoot => ({
  kind: 'value',
  key,
  index: 0,
  metadata: metadata.map((member) => member.key),
});

function compileCall({ entity, size, selection, ...call }: Call, context: CompileContext): RoutineQuery {
  const { source, routine, allFields } = entity;
  invariant(routine, `${entity.name} is a function or procedure`);
  const alias = context.aliases.next();
  // A routine without a result runs like one with a scalar result.
  const [value] = routine.isValue || routine.rows === 'none' ? allFields.values() : [];
  return {
    schema: source.schema,
    name: source.name,
    parameters: routine.parameters,
    arguments: call.arguments,
    alias,
    ...(value !== undefined && { valueName: value.column }),
    rows: routine.rows,
    size,
    entries: compileSelection(selection, alias, context),
  };
}

/** Maximum number of distinct slots. A plan with more slots runs once per member, because databases limit columns. */
const MAX_SLOTS = 1_000;

/** Hash of a dialect in hexadecimal; base64 is shorter. */
const LONGEST_HASH = '0'.repeat(64);

/** Placeholder for the JSON array of the members. */
const MEMBERS: Slot = { source: { kind: 'constant', value: null }, use: { kind: 'keys' } };

/**
 * Compiles a query to one statement that reads it for many callers. Returns undefined for other operations, and for
 * dialects that have no such statements.
 */
export function compileCohort(plan: Plan, setting: Omit<CompileContext, 'aliases'>): CohortScript | undefined {
  const { dialect } = setting;
  const { cohort } = dialect;
  if (cohort === undefined || plan.roots.some(({ kind }) => kind === 'change' || kind === 'call')) return undefined;
  const read = compileCohortRead(plan, cohort.reads ?? dialect, { ...setting, aliases: new Aliases() });
  if (read === undefined) return undefined;
  const tokens = tokensOf(read.sql);
  const positions = new Map<Slot, number>();
  const body = tokens.map((token): Sql => {
    if (typeof token === 'string' || token.kind !== 'parameter' || cohort.isConstant?.(token.slot)) return [token];
    const position = positions.get(token.slot) ?? positions.size;
    positions.set(token.slot, position);
    return cohort.value(position, token);
  });
  if (positions.size > MAX_SLOTS) return undefined;
  const own = [...positions.keys()];
  const parts = { members: parameter(MEMBERS), slots: own, values: read.values };
  const printed = printSql(cohort.read(body, parts), dialect, setting.layout);
  const shared = printed.slots.filter((slot) => slot !== MEMBERS);
  const { text } = printed;
  const statement = { text, name: nameStatement(text, setting.catalogGeneration), slots: printed.slots };
  const encode = (value: unknown, index: number): unknown =>
    value === null || cohort.encode === undefined ? value : cohort.encode(value, own[index] ?? MEMBERS);
  const toRecord = ({ values, hash }: CohortMember, n: number): Readonly<Record<string, unknown>> =>
    // NULL values are omitted, because some databases do not read JSON null as NULL.
    Object.fromEntries([
      ['n', n],
      ...(hash === undefined ? [] : [['h', hash]]),
      ...own.flatMap((_, index) =>
        values[index] === null ? [] : [[`p${index}`, encode(values[index], index)] as const],
      ),
    ]);
  return {
    name: statement.name,
    maxMembers: cohort.maxMembers,
    bytes: Buffer.byteLength(text),
    hashesOtherText: cohort.hashesOtherText === true,
    slots: [...own, ...shared],
    keyOf: (values) =>
      values.slice(0, own.length).some((value, index) => encode(value, index) === undefined)
        ? undefined
        : JSON.stringify(values.slice(own.length)),
    bytesOf: (values) =>
      Buffer.byteLength(JSON.stringify(toRecord({ values, hash: LONGEST_HASH }, cohort.maxMembers))) + 1,
    bind: (members) => {
      const constantValues = members[0]?.values.slice(own.length) ?? [];
      const json = JSON.stringify(members.map(toRecord));
      const values = printed.slots.map((slot) => (slot === MEMBERS ? json : constantValues[shared.indexOf(slot)]));
      return { statement, values };
    },
    read: (result, members) => readCohort(result, members, read),
  };
}

function readCohort(
  result: Result,
  members: readonly CohortMember[],
  { read }: Pick<CohortRead, 'read'>,
): readonly CohortResult[] {
  const rows = new Map(result.flatMap((set) => set.rows).map((row) => [row[0] === null ? -1 : Number(row[0]), row]));
  return members.map(({ hash: before }, index) => {
    const [, hash, ...values] = rows.get(index) ?? [];
    if (typeof hash !== 'string') throw new Error('The statement of a cohort returned no row for a member.');
    return { hash, values: hash === before ? undefined : read([{ rows: [values] }]) };
  });
}
