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
import { chooseRole, chosenRole, consoleRole, keepConsoleRole, ownRoles, token } from './session.ts';

export const model = signal<ConsoleModel | undefined>(undefined);

export const modelFailure = signal<Failure | undefined>(undefined);

export const problems = signal<ConsoleProblems | undefined>(undefined);

export const entities = computed<readonly ConsoleEntity[]>(() => model.value?.entities ?? []);

export const entityByName = computed<ReadonlyMap<string, ConsoleEntity>>(
  () => new Map(entities.value.map((entity) => [entity.name, entity])),
);

const callerRoles = signal<readonly string[]>([]);

/** Roles whose requests work; empty if the role is fixed. */
export const selectableRoles = computed<readonly string[]>(() => {
  if (ownRoles.value !== undefined) return ownRoles.value;
  const roles = callerRoles.value;
  const used = consoleRole.value;
  return used === undefined || roles.length === 0 || roles.includes(used) ? roles : [used, ...roles];
});

/** Shows the API as another role sees it. In production, requests to the console keep their role. */
export function selectRole(role: string): void {
  const isFixed = model.value?.choosesRole === false && ownRoles.value === undefined;
  batch(() => {
    if (isFixed) keepConsoleRole(consoleRole.value ?? chosenRole.value);
    chooseRole(role);
  });
}

let loading = 0;

const unpack = ({ entities: packed, rights, ...others }: PackedModel): ConsoleModel => ({
  ...others,
  entities: packed.map((entity) => ({ ...entity, rights: rights[entity.rights] ?? {} })),
});

/** Loads the model of the chosen role. The last call wins. */
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
async function followState(): Promise<void> {
  // Without permission, each attempt would fail.
  if (modelFailure.value?.status === 401 || modelFailure.value?.status === 403) return;
  try {
    const before = state;
    state = await loadConsole<ConsoleState>('state.json');
    const isReloaded = state.model !== before?.model || modelFailure.value !== undefined;
    if (isReloaded && before !== undefined) void loadModel();
    if (isReloaded || state.problems !== before?.problems) void loadProblems();
  } catch {
    // The service restarts, or the network is down. The next attempt finds the change.
  }
}

/** Milliseconds. */
const STATE_INTERVAL = 2_000;

/** The service reads the unexposed objects again after a while, which changes no state. */
const PROBLEMS_INTERVAL = 60_000;

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
  void followState();
  setInterval(() => {
    if (document.visibilityState === 'visible') void followState();
  }, STATE_INTERVAL);
  setInterval(() => {
    if (document.visibilityState === 'visible') void loadProblems();
  }, PROBLEMS_INTERVAL);
}
