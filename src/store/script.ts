import type { SelectedField } from '../operation/operation.ts';
import type { WriteRefusal } from '../plan/shape/changes.ts';
import type { RowPath } from '../plan/shape/row-paths.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Result } from './result.ts';

/** All that a store runs for one plan. It is immutable, cached, and shared by every call of the same shape. */
export interface Script {
  /** For a query one request, or none where it asks the store for nothing; for a mutation several, in order. */
  readonly requests: readonly ScriptRequest[];
  /** Page sizes of nested lists, for the bound on rows. */
  readonly rowPaths: readonly RowPath[];
  /** Names of the entities that the answer is made from. */
  readonly entities: readonly string[];
  /** The answer's root fields in order. */
  readonly roots: readonly ScriptRoot[];
}

export type ScriptRequest = ReadRequest | ChangeRequest;

/** What is sent to a database, and how its result is read. */
export interface Statement<R> {
  readonly text: string;
  /** Equal for equal texts: the name of the prepared statement. */
  readonly name: string;
  /** The slots of the parameters, in the order of their placeholders. */
  readonly slots: readonly Slot[];
  /** Reads its result. @throws Refusal where the result shows that the statement could not do all that it had to */
  readonly read: (result: Result) => R;
  /** Its reader needs the names of the columns. */
  readonly namesColumns?: true;
  /** It runs a routine, or triggers, that may change settings of the session for good. */
  readonly changesSession?: true;
  /** It is not kept prepared: it is several statements, which go out together, or another one each time. */
  readonly isUnprepared?: true;
}

/**
 * The one statement of a query. Its reader gives the JSON text of each root, by index; of a root whose facts stand
 * apart, its JSON text and then each fact. Null is the JSON value null.
 */
export interface ReadRequest extends Statement<readonly (string | null)[]> {
  readonly kind: 'read';
  /** It runs a function of the database's owner: so it is not run twice, and its errors may be the function's. */
  readonly calls: boolean;
}

/**
 * Steps of a mutation as one statement, or as several in one round trip. Its reader gives the outcome of each step, in
 * order; undefined for a step that was left out.
 */
export interface ChangeRequest extends Statement<readonly (ChangeRow | undefined)[]> {
  readonly kind: 'change';
  /** In order, at least one. */
  readonly steps: readonly ChangeStep[];
  /** It begins and commits by itself: all steps of the transaction are in it. Where it fails, its driver takes back what it began. */
  readonly managesTransaction: boolean;
  /**
   * Nothing can take back what it did: its outcome has nothing to check, or the database itself raises its refusals. So
   * by itself it needs no transaction around it.
   */
  readonly autocommit?: true;
  /**
   * Finds the step that an error is about. Absent where there is one step, and the database raises no refusals for it.
   */
  readonly failureOf?: (error: unknown) => StepFailure | undefined;
}

/** The step of a request that failed. */
export interface StepFailure {
  /** Index of the step. */
  readonly step: number;
  /** The refusal that the database raised for it; absent for any other error. */
  readonly refusal?: WriteRefusal;
}

/** A step that changes rows, or reads rows that were changed. */
export interface ChangeStep {
  /** Response key of the root that it belongs to. */
  readonly root: string;
  /** Name of the entity whose rows it changes; absent for a junction that is a plain table. */
  readonly entity?: string;
  /** The number of the write that it is, or is a part of; absent where it reads rows for the answer alone. */
  readonly write?: number;
  /** It reads rows again that its write has changed, and does not count them. */
  readonly rereads?: true;
  /** Whether it creates rows. */
  readonly inserts: boolean;
  /** It creates one row, and whether the row stays shows at once: so others like it may run in the same transaction. */
  readonly isPlainInsert?: true;
  /** It is left out where one of these writes has changed a row. */
  readonly unless: readonly number[];
  /** It is left out unless this write has changed a row. */
  readonly onlyIf?: number;
  /** It creates a row unless a key is taken, but fails where somebody takes the key in between. */
  readonly failsIfTaken?: true;
  /** The number of rows that it has to change at least. */
  readonly atLeast?: number;
  /** The refusal where it changes fewer; without `atLeast`, where it changes none. */
  readonly onNone?: WriteRefusal;
  readonly onSeveral?: WriteRefusal;
  readonly onSome?: WriteRefusal;
  /** The refusal where it changes fewer rows than an earlier step of its write has found. */
  readonly onHeldBack?: WriteRefusal;
  readonly onCheckFailed?: WriteRefusal;
  /** The columns whose values it captures of each row. */
  readonly captures: readonly string[];
  /** Columns that must have a value in the new row, since nested rows refer to them. */
  readonly mustCapture?: { readonly columns: readonly string[]; readonly onMissing: WriteRefusal };
  /** It runs a function or a procedure. */
  readonly runs?: true;
  /** It runs a procedure, which gives a row of its own columns, and might end a transaction if it stood alone. */
  readonly isCall?: true;
  /** It is a step of a procedure that changes nothing. */
  readonly onlyReads?: true;
}

/** The outcome of a step of a mutation. */
export interface ChangeRow {
  /** The number of rows that it changed or found. */
  readonly affected: number;
  /** Whether all of them pass the row check; null where there is none. */
  readonly passesCheck: boolean | null;
  /** Captured values of each row; undefined where there is none. A slot of the request stands for the value that was bound to it. */
  readonly captured: readonly (readonly (string | null | Slot)[])[] | undefined;
  /**
   * JSON texts of values of the answer; of one whose facts stand apart, its text and then each fact. Null is the JSON
   * value null.
   */
  readonly values: readonly (string | null)[];
}

export type ScriptRoot =
  | ChangesMember
  /** Answered by the schema itself. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  /** The `index`-th value of the step's outcome. What stands `apart` follows it, by these keys. */
  | { readonly kind: 'value'; readonly key: string; readonly index: number; readonly apart?: readonly string[] }
  /**
   * The first value of whichever of these steps ran last; null where none did. What stands `apart` follows it, by these
   * keys.
   */
  | {
      readonly kind: 'changed';
      readonly key: string;
      readonly steps: readonly number[];
      readonly apart?: readonly string[];
    }
  /** An object about several rows: `{ affected, items }`. */
  | { readonly kind: 'changes'; readonly key: string; readonly members: readonly ChangesMember[] };

export type ChangesMember =
  /** JSON text that is known when compiling. */
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }
  /** How many rows these steps changed. */
  | { readonly kind: 'affected'; readonly key: string; readonly steps: readonly number[] }
  /** The `index`-th value of each of these steps: of one step the whole list, of several one item each. */
  | {
      readonly kind: 'items';
      readonly key: string;
      readonly steps: readonly number[];
      readonly index: number;
      readonly form: 'list' | 'each';
    };

/** A request with the values of one call. */
export interface BoundRequest<R extends ScriptRequest = ScriptRequest> {
  readonly request: R;
  /** What its session is told of who asks; absent where it is told nothing. */
  readonly settings?: Readonly<Record<string, string>>;
  /** One for each slot, as the driver sends them; a `CapturedValue` until the write that gives it has run. */
  readonly values: readonly unknown[];
}
