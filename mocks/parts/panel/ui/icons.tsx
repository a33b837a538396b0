/** The lines of each icon, in a box of 24 by 24. */
const iconPaths = {
  calls: 'M3 12h4l3-8 4 16 3-8h4',
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
