import type { JSX } from 'preact';

/** Outlines of icons in a square of 16 units. */
const shapes = {
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  check: 'M3 8.5l3.2 3.2L13 5',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  copy: 'M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1',
  dark: 'M13 9.6A5.6 5.6 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z',
  diagram: 'M2 2.5h5v4H2zM9 9.5h5v4H9zM4.5 6.5v5H9',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.5M8 10.6v.4',
  explain: 'M3 3h10M3 6.5h6M3 10h4M9.5 12.5 13 9M13 9h-2.6M13 9v2.6',
  filter: 'M2.5 3.5h11L9.5 8.4V13l-3-1.6V8.4z',
  fit: 'M2.5 6v-3.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  key: 'M10.5 2.5a3 3 0 1 1-2.4 4.8L3 12.4V13.5h2V12h1.5v-1.5',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  lock: 'M4 7h8v6H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  minus: 'M3.5 8h9',
  overview: 'M2.5 2.5h4.5v5H2.5zM9 2.5h4.5v3H9zM9 7.5h4.5v6H9zM2.5 9.5h4.5v4H2.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  permissions: 'M8 1.8 13 3.7v3.8c0 3.2-2 5.6-5 6.7-3-1.1-5-3.5-5-6.7V3.7z',
  play: 'M5 3.2 12.5 8 5 12.8z',
  plus: 'M3.5 8h9M8 3.5v9',
  problems: 'M8 2.2 14.2 13H1.8zM8 6.4v3M8 11v.3',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  requests: 'M1.5 8h3l2-5 3 10 2-5h3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4 14 14',
} as const;

export type IconName = keyof typeof shapes;

/** An icon next to a text. Screen readers skip the icon. */
export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
);
