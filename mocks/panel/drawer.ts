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

/** The most of a window that a drawer takes from the app; one that needs more lies over it. */
const mostTaken = 0.6

/**
 * Lays a drawer out as it was the last time, with an edge to drag. The page gives it its place, as to the tools of a
 * browser: spec/decisions/0204-the-dock-pushes.md. `makeRoom` does so at once, `leave` gives the place back.
 */
export function layOut(drawer: HTMLElement) {
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
  // A sheet, so that the elements of the app stay as they are, and a strict Content-Security-Policy is kept.
  const place = new CSSStyleSheet()
  document.adoptedStyleSheets.push(place)
  const makeRoom = () => place.replaceSync(layout.isSmall ? '' : roomFor(drawer, layout.dock))
  const observer = new ResizeObserver(makeRoom)
  observer.observe(drawer)
  const leave = () => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== place)
  }
  return { layout: () => layout, change, makeRoom, leave }
}

/** How a page gives its place to a drawer that is open. On a phone nothing of it can be seen, so nothing can be reached. */
function roomFor({ offsetWidth, offsetHeight }: HTMLElement, dock: DrawerLayout['dock']): string {
  if (offsetHeight === 0) return ''
  if (dock === 'bottom') return `:root { margin-bottom: ${offsetHeight}px !important }`
  return `@media (min-width: ${offsetWidth / mostTaken}px) { :root { margin-right: ${offsetWidth}px !important } }
@media (max-width: ${wholeWidth}px) { body { visibility: hidden !important } }`
}

/** The widest window that a drawer takes as a whole; the style says the same. */
const wholeWidth = 600

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
