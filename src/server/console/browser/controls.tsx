import { batch, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './parts/dialog.tsx';
import { Icon, type IconName } from './parts/icons.tsx';
import { model, selectableRoles, selectRole } from './state/model.ts';
import {
  chooseRole,
  chosenRole,
  consoleRole,
  ownRoles,
  pastesToken,
  storeConsoleRole,
  storeToken,
  token,
} from './state/session.ts';

const THEME = 'joinery.theme';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(THEME)) ?? 'auto');

const applyTheme = (): void => {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? '' : theme.value;
};
applyTheme();

function switchTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  localStorage.setItem(THEME, theme.value);
  applyTheme();
}

const themeLabels: Readonly<Record<Theme, string>> = {
  auto: 'Theme of the system',
  light: 'Light theme',
  dark: 'Dark theme',
};

export function Controls(): JSX.Element {
  return (
    <>
      <RoleChoice />
      {pastesToken && model.value?.choosesRole !== true && <TokenButton />}
      <button
        type="button"
        class="button quiet square"
        onClick={switchTheme}
        aria-label={`${themeLabels[theme.value]}. Switch the theme`}
        title={themeLabels[theme.value]}
      >
        <Icon name={theme.value satisfies IconName} />
      </button>
    </>
  );
}

function RoleChoice(): JSX.Element | null {
  const roles = selectableRoles.value;
  const current = model.value?.role;
  if (current === undefined) return null;
  if (roles.length === 0) {
    return (
      <span class="role">
        Role <b>{current}</b>
      </span>
    );
  }
  const shown = roles.includes(current) ? roles : [current, ...roles];
  return (
    <label class="role">
      Role
      <select value={current} onChange={({ currentTarget }) => selectRole(currentTarget.value)}>
        {shown.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
    </label>
  );
}

function TokenButton(): JSX.Element | null {
  const [isOpen, setOpen] = useState(false);
  if (ownRoles.value !== undefined) return null;
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        <Icon name="key" />
        {token.value === '' ? 'Set token' : 'Token set'}
      </button>
      {isOpen && (
        <Dialog title="Bearer token" onClose={() => setOpen(false)}>
          <TokenForm onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** A form for a token and a role. The page stores both until the tab closes. */
export function TokenForm({ onDone }: { readonly onDone?: () => void }): JSX.Element {
  const [text, setText] = useState(token.value);
  const [role, setRole] = useState(consoleRole.value ?? chosenRole.value ?? '');
  const store = (newToken: string, newRole: string): void => {
    batch(() => {
      storeToken(newToken.trim().replace(/^bearer\s+/i, ''));
      storeConsoleRole(newRole.trim() || undefined);
      chooseRole(newRole.trim() || undefined);
    });
    onDone?.();
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        store(text, role);
      }}
    >
      <label class="field">
        Access token
        <textarea
          rows={5}
          spellcheck={false}
          autocomplete="off"
          placeholder="eyJhbGciOi…"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <label class="field">
        Role that may use the console
        <input
          type="text"
          spellcheck={false}
          autocomplete="off"
          placeholder="authenticated"
          value={role}
          onInput={({ currentTarget }) => setRole(currentTarget.value)}
        />
      </label>
      <p class="muted">The page sends both with each request, and forgets them when you close the tab.</p>
      <div class="actions">
        <button type="submit" class="button primary">
          Use token
        </button>
        {token.value !== '' && (
          <button type="button" class="button" onClick={() => store('', '')}>
            Remove token
          </button>
        )}
      </div>
    </form>
  );
}
