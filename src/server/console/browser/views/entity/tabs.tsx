import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: ComponentChildren;
}

interface TabsProps<Name extends string> {
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** Name for screen readers. */
  readonly label: string;
  /** Content of the selected tab. */
  readonly children: ComponentChildren;
  /** Shown at the end of the row of tabs. */
  readonly actions?: ComponentChildren;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function Tabs<Name extends string>(props: TabsProps<Name>): JSX.Element {
  const { tabs, selected, onSelect, label, children, actions } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const step = steps[event.key];
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step === undefined ? undefined : at + step;
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab === undefined) return;
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-row">
        <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
          {tabs.map(({ name, label: content }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === selected}
              aria-controls={`${id}-panel`}
              tabIndex={name === selected ? 0 : -1}
              onClick={() => onSelect(name)}
            >
              {content}
            </button>
          ))}
        </div>
        {actions}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
