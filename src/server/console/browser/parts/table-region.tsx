import type { ComponentChildren, JSX } from 'preact';

interface TableRegionProps {
  /** Name for screen readers. */
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A region in which a wide table scrolls, also by keyboard. */
export const TableRegion = ({ label, class: className = '', children }: TableRegionProps): JSX.Element => (
  <section class={`table-region ${className}`} tabIndex={0} aria-label={label}>
    {children}
  </section>
);
