import { useState } from 'preact/hooks'
import type { Drawer, DrawerLayout } from '../drawer.ts'
import { Icon } from './icons.tsx'
import { CloseButton } from './layout.tsx'

/** What can be done with the drawer that the panel is in: docked, made small, closed. */
export function DrawerButtons({ drawer }: { drawer: Drawer }) {
  const [{ dock, isSmall }, setLayout] = useState(drawer.layout)
  const buttons: readonly (readonly [
    label: string,
    part: Partial<DrawerLayout>,
    icon: 'bottom' | 'right' | 'small' | 'large',
  ])[] = [
    dock === 'right'
      ? ['Dock at the bottom', { dock: 'bottom' }, 'bottom']
      : ['Dock at the right', { dock: 'right' }, 'right'],
    isSmall
      ? ['Show all of the panel', { isSmall: false }, 'large']
      : ['Make the panel small', { isSmall: true }, 'small'],
  ]
  return (
    <>
      {buttons.map(([label, part, icon], index) => (
        <button
          key={index}
          type="button"
          class="button quiet small"
          aria-label={label}
          title={label}
          onClick={() => setLayout(drawer.change(part))}
        >
          <Icon name={icon} />
        </button>
      ))}
      <CloseButton label="Close the panel" onClick={drawer.close} />
    </>
  )
}
