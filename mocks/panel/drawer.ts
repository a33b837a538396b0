import { lastingMemory } from './panel-location.ts'

/** How the panel lies over an app. Sizes are in pixels; without one, the style has its own. */
export interface DrawerLayout {
  readonly dock: 'right' | 'bottom'
  /** Whether only its head is shown. */
  readonly isSmall: boolean
  readonly right?: number | undefined
  readonly bottom?: number | undefined
}

/** What the head of the panel can do with its drawer. */
export interface Drawer {
  readonly layout: () => DrawerLayout
  /** Lays it out anew, which the browser keeps for the next visit. */
  readonly change: (part: Partial<DrawerLayout>) => DrawerLayout
  readonly close: () => void
}

const name = 'animal-store-panel.layout'
const keyStep = 32

/**
 * Lays a drawer out as it was the last time, with an edge to drag. The app below stays as it is:
 * spec/decisions/0090-panel-over-the-app.md.
 */
export function layOut(drawer: HTMLElement): Pick<Drawer, 'layout' | 'change'> {
  const memory = lastingMemory()
  const edge = make('div', { className: 'panel-edge', tabIndex: 0, role: 'separator', ariaLabel: 'Size of the panel' })
  drawer.append(edge)
  let layout = readLayout(memory.getItem(name) ?? '')
  const change = (part: Partial<DrawerLayout>) => {
    layout = { ...layout, ...part }
    const { dock, isSmall, right, bottom } = layout
    drawer.dataset['dock'] = dock
    drawer.toggleAttribute('data-small', isSmall)
    drawer.style.setProperty('--size', layout[dock] === undefined ? null : `${layout[dock]}px`)
    edge.ariaOrientation = dock === 'right' ? 'vertical' : 'horizontal'
    edge.ariaValueNow = String(layout[dock] ?? 0)
    memory.setItem(name, `${dock} ${right ?? 0} ${bottom ?? 0} ${isSmall ? 'small' : ''}`)
    return layout
  }
  const moveEdgeTo = (x: number, y: number) =>
    change(layout.dock === 'right' ? { right: Math.round(innerWidth - x) } : { bottom: Math.round(innerHeight - y) })
  edge.addEventListener('pointerdown', ({ pointerId }) => edge.setPointerCapture(pointerId))
  edge.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (edge.hasPointerCapture(pointerId)) moveEdgeTo(clientX, clientY)
  })
  edge.addEventListener('keydown', (event) => {
    const [, direction, sign] = /^Arrow(?:(Left|Up)|(Right|Down))$/.exec(event.key) ?? []
    if (direction === undefined && sign === undefined) return
    event.preventDefault()
    const step = direction === undefined ? keyStep : -keyStep
    const { left, top } = drawer.getBoundingClientRect()
    moveEdgeTo(left + step, top + step)
  })
  change({})
  return { layout: () => layout, change }
}

/** An element with these properties. */
export function make<Tag extends 'button' | 'div'>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) {
  return Object.assign(document.createElement(tag), properties)
}

function readLayout(text: string): DrawerLayout {
  const [dock, right, bottom, size] = text.split(' ')
  return {
    dock: dock === 'bottom' ? 'bottom' : 'right',
    right: Number(right) || undefined,
    bottom: Number(bottom) || undefined,
    isSmall: size === 'small',
  }
}
