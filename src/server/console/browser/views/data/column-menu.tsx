import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ConsoleField } from '../../../console-data.ts';
import { Icon } from '../../parts/icons.tsx';

interface ColumnMenuProps {
  readonly fields: readonly ConsoleField[];
  readonly shown: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Checkboxes in a menu. The menu closes on Escape, and on a click outside it. */
export function ColumnMenu({ fields, shown, onChange }: ColumnMenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = menu;
      if (current?.open !== true) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        current.querySelector('summary')?.focus();
      } else if (event.target instanceof Node && current.contains(event.target)) return;
      current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  const toggle = (name: string, isShown: boolean): void =>
    onChange(fields.map((field) => field.name).filter((other) => (other === name ? isShown : shown.includes(other))));
  return (
    <details class="menu" ref={menu}>
      <summary class="button">
        <Icon name="columns" />
        Columns{' '}
        <span class="muted">
          {shown.length}/{fields.length}
        </span>
      </summary>
      <div class="menu-panel">
        <div class="actions">
          <button type="button" class="button quiet" onClick={() => onChange(fields.map(({ name }) => name))}>
            All
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => onChange(fields.slice(0, 1).map(({ name }) => name))}
          >
            First only
          </button>
        </div>
        {fields.map(({ name }) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={shown.includes(name)}
              disabled={shown.length === 1 && shown.includes(name)}
              onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}
