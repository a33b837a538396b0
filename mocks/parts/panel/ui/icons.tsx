/** The lines of each icon, in a box of 24 by 24. */
const iconPaths = {
  calls: 'M3 12h4l3-8 4 16 3-8h4',
  dog: 'M7 5c-2 0-4 2-4 6s2 4 4 3M17 5c2 0 4 2 4 6s-2 4-4 3M7 5h10v9a5 5 0 0 1-10 0zM10 10v.01M14 10v.01M12 14v2',
  cat: 'M4 4l4 3h8l4-3v9a8 8 0 0 1-16 0zM9 12v.01M15 12v.01M11 16h2',
  bird: 'M7 9a5 5 0 0 1 10 0c0 6-4 9-9 9H4l4-5a6 6 0 0 1-1-4M13 8v.01M17 8l4 2-4 2M11 18v3',
  fish: 'M3 12c4-6 10-6 14 0-4 6-10 6-14 0M17 12l4-4v8zM7 11v.01',
  'small-mammal': 'M7 7a3 3 0 1 1 3-3h4a3 3 0 1 1 3 3c3 3 3 13-5 13S4 10 7 7M9 11v.01M15 11v.01M12 14v2',
  horse: 'M7 21c0-5 3-6 3-9l-5 2-2-3 6-7 3-2 1 3c5 2 7 7 6 16M10 8v.01',
  reptile: 'M4 20h9a3 3 0 0 0 0-6h-3a3 3 0 0 1 0-6h6a2.500 2.500 0 1 0-2.500-2.500M19 5.500h2M16 5.500v.01',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6 6 18',
  commands: 'M4 5h16v14H4zM7 9l3 3-3 3M12 15h5',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
} as const

/** The name of an icon. */
export type IconName = keyof typeof iconPaths

/** A picture beside a word. Screen readers pass it over. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}
