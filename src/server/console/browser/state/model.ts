import { batch, computed, effect, signal } from '@preact/signals';
import type {
  ConsoleEntity,
  ConsoleModel,
  ConsoleProblems,
  ConsoleRoles,
  ConsoleState,
  PackedModel,
} from '../../console-data.ts';
import { Failure, loadConsole, roleOption } from './send.ts';
import { chooseRole, chosenRole, consoleRole, ownRoles, storeConsoleRole, token } from './session.ts';

export const model = signal<ConsoleModel | undefined>(undefined);

export const modelFailure = signal<Failure | undefined>(undefined);

export const problems = signal<ConsoleProblems | undefined>(undefined);

export const entities = computed<readonly ConsoleEntity[]>(() => model.value?.entities ?? []);

export const entityByName = computed<ReadonlyMap<string, ConsoleEntity>>(
  () => new Map(entities.value.map((entity) => [entity.name, entity])),
);

const callerRoles = signal<readonly string[]>([]);

/** Roles that the caller can send; empty if the role is fixed. */
export const selectableRoles = computed<readonly string[]>(() => {
  if (ownRoles.value !== undefined) return ownRoles.value;
  const roles = callerRoles.value;
  const used = consoleRole.value;
  return used === undefined || roles.length === 0 || roles.includes(used) ? roles : [used, ...roles];
});

/** Shows the API as another role sees it. With a pasted token, requests for the console's own data keep their role. */
export function selectRole(role: string): void {
  const usesPastedToken = model.value?.choosesRole === false && ownRoles.value === undefined;
  batch(() => {
    if (usesPastedToken) storeConsoleRole(consoleRole.value ?? chosenRole.value);
    chooseRole(role);
  });
}

let loading = 0;

const unpack = ({ entities: packed, rights, ...others }: PackedModel): ConsoleModel => ({
  ...others,
  entities: packed.map((entity) => ({ ...entity, rights: rights[entity.rights] ?? {} })),
});

/** Loads the model of the chosen role. A later call discards the result of earlier calls. */
export async function loadModel(): Promise<void> {
  loading += 1;
  const current = loading;
  const role = chosenRole.value;
  try {
    const [loaded, { roles }] = await Promise.all([
      loadConsole<PackedModel>(`model.json${roleOption()}`),
      loadConsole<ConsoleRoles>('roles.json'),
    ]);
    if (current !== loading) return;
    batch(() => {
      model.value = unpack(loaded);
      callerRoles.value = roles;
      modelFailure.value = undefined;
    });
  } catch (error) {
    if (current !== loading || !(error instanceof Failure)) return;
    // The stored role may be from another service at the same origin.
    const isUnknownRole = role !== undefined && ownRoles.value === undefined && token.value === '';
    if (isUnknownRole && error.status >= 400 && error.status < 500) chooseRole(undefined);
    else modelFailure.value = error;
  }
}

export async function loadProblems(): Promise<void> {
  try {
    problems.value = await loadConsole<ConsoleProblems>('problems.json');
  } catch {
    problems.value = undefined;
  }
}

let state: ConsoleState | undefined;

/** Reloads the model and the problems if they have changed. */
async function pollState(): Promise<void> {
  // A role that is not allowed to use the console cannot read the state, either.
  if (modelFailure.value?.status === 401 || modelFailure.value?.status === 403) return;
  try {
    const before = state;
    state = await loadConsole<ConsoleState>('state.json');
    const isReloaded = state.model !== before?.model || modelFailure.value !== undefined;
    if (isReloaded && before !== undefined) void loadModel();
    if (isReloaded || state.problems !== before?.problems) void loadProblems();
  } catch {
    // The service restarts, or the network is down. The next poll finds the change.
  }
}

const STATE_INTERVAL_MS = 2_000;

/** The state has no version for the unexposed objects, so they are also loaded at an interval. */
const PROBLEMS_INTERVAL_MS = 60_000;

/** Loads the model now, after each change of role, token, or state, and when the tab becomes visible. */
export function watchModel(): void {
  effect(() => {
    void [chosenRole.value, consoleRole.value, token.value, ownRoles.value];
    void loadModel();
    void loadProblems();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void loadModel();
    void loadProblems();
  });
  void pollState();
  setInterval(() => {
    if (document.visibilityState === 'visible') void pollState();
  }, STATE_INTERVAL_MS);
  setInterval(() => {
    if (document.visibilityState === 'visible') void loadProblems();
  }, PROBLEMS_INTERVAL_MS);
}
