import { signal } from '@preact/signals';

/** Keys shared with the scripts of GraphiQL, Swagger UI, and the sign-in bar. */
const ROLE = 'joinery.role';
const SESSION = 'joinery.session';
const TOKEN = 'joinery.token';
const CONSOLE_ROLE = 'joinery.console-role';

/** True if users paste a token, because the page has no sign-in bar. */
export const pastesToken: boolean = document.querySelector('sign-in-bar') === null;

/** Pasted bearer token. Empty for a signed-in user, because a script of the sign-in bar adds the header. */
export const token = signal<string>(sessionStorage.getItem(TOKEN) ?? '');

/** Roles of the signed-in user; undefined for anonymous users. */
export const ownRoles = signal<readonly string[] | undefined>(readOwnRoles());

export const chosenRole = signal<string | undefined>(readChosenRole());

/**
 * Role of requests for the console's own data. It must be allowed to use the console. Undefined while these requests
 * use the chosen role.
 */
export const consoleRole = signal<string | undefined>(sessionStorage.getItem(CONSOLE_ROLE) ?? undefined);

export function storeConsoleRole(role: string | undefined): void {
  if (role === undefined) sessionStorage.removeItem(CONSOLE_ROLE);
  else sessionStorage.setItem(CONSOLE_ROLE, role);
  consoleRole.value = role;
}

export function chooseRole(role: string | undefined): void {
  if (role === undefined) sessionStorage.removeItem(ROLE);
  else sessionStorage.setItem(ROLE, role);
  chosenRole.value = role;
}

export function storeToken(text: string): void {
  if (text === '') sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, text);
  token.value = text;
}

// Other scripts send this event after a sign-in, a renewal, and a sign-out.
addEventListener('joinery-session', () => {
  const before = String(ownRoles.value);
  const roles = readOwnRoles();
  if (String(roles) === before) return;
  ownRoles.value = roles;
  chosenRole.value = readChosenRole();
});

function readOwnRoles(): readonly string[] | undefined {
  const session: unknown = JSON.parse(sessionStorage.getItem(SESSION) ?? 'null');
  if (typeof session !== 'object' || session === null) return undefined;
  return 'roles' in session && Array.isArray(session.roles) ? session.roles : [];
}

/** Returns the stored role. A role in the URL is stored first. Users have only their roles, by default the first. */
function readChosenRole(): string | undefined {
  const url = new URL(location.href);
  const requested = url.searchParams.get('role');
  if (requested !== null) {
    sessionStorage.setItem(ROLE, requested);
    url.searchParams.delete('role');
    history.replaceState(null, '', url);
  }
  const stored = sessionStorage.getItem(ROLE) ?? undefined;
  const own = readOwnRoles();
  if (own === undefined || own.length === 0) return own === undefined ? stored : undefined;
  return own.find((role) => role === stored) ?? own[0];
}
