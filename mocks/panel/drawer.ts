import { lastingMemory } from './panel-location.ts'

/** How the panel lies over an app. */
export interface DrawerLayout {
  /** Whether only its head is shown. */
  readonly isSmall: boolean
  /** In pixels; without one, the style has its own. */
  readonly width?: number | undefined
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

/** The widest window that a drawer takes as a whole; the style says the same. */
const wholeWidth = 600

/**
 * Lays a drawer out as it was the last time, with an edge to drag. The page gives it its place, as to the tools of a
 * browser: spec/decisions/0204-the-panel-pushes.md. `makeRoom` does so at once, `leave` gives the place back.
 */
export function layOut(drawer: HTMLElement) {
  const memory = lastingMemory()
  const edge = make('div', { className: 'panel-edge', tabIndex: 0, role: 'separator', ariaLabel: 'Size of the panel' })
  edge.ariaOrientation = 'vertical'
  drawer.append(edge)
  let layout = readLayout(memory.getItem(name) ?? '')
  const change = (part: Partial<DrawerLayout>) => {
    layout = { ...layout, ...part }
    const { isSmall, width } = layout
    drawer.toggleAttribute('data-small', isSmall)
    drawer.style.setProperty('--size', width === undefined ? null : `${width}px`)
    edge.ariaValueNow = String(width ?? 0)
    memory.setItem(name, `${width ?? 0} ${isSmall ? 'small' : ''}`)
    return layout
  }
  const moveEdgeTo = (x: number) => change({ width: Math.round(innerWidth - x) })
  edge.addEventListener('pointerdown', ({ pointerId }) => edge.setPointerCapture(pointerId))
  edge.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (edge.hasPointerCapture(pointerId)) moveEdgeTo(clientX)
  })
  edge.addEventListener('keydown', (event) => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -keyStep, ArrowRight: keyStep }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveEdgeTo(drawer.getBoundingClientRect().left + step)
  })
  change({})
  // A sheet, so that the elements of the app stay as they are, and a strict Content-Security-Policy is kept.
  const place = new CSSStyleSheet()
  document.adoptedStyleSheets.push(place)
  const makeRoom = () => place.replaceSync(layout.isSmall ? '' : roomFor(drawer.offsetWidth))
  const observer = new ResizeObserver(makeRoom)
  observer.observe(drawer)
  const leave = () => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== place)
  }
  return { layout: () => layout, change, makeRoom, leave }
}

/** How a page gives its place to a drawer. On a phone nothing of it can be seen, so nothing can be reached. */
function roomFor(width: number): string {
  if (width === 0) return ''
  return `@media (min-width: ${width / mostTaken}px) { :root { margin-right: ${width}px !important } }
@media (max-width: ${wholeWidth}px) { body { visibility: hidden !important } }`
}

/** An element with these properties. */
export function make<Tag extends 'button' | 'div'>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) {
  return Object.assign(document.createElement(tag), properties)
}

function readLayout(text: string): DrawerLayout {
  const [width, size] = text.split(' ')
  return { width: Number(width) || undefined, isSmall: size === 'small' }
}
