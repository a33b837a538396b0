import { lastingMemory } from './panel-location.ts'

/** What the head of the panel can do with its drawer. */
export interface Drawer {
  readonly close: () => void
}

const name = 'animal-store-panel.width'
const keyStep = 32

/** A narrower window has no room for two beside each other; the style says the same. */
const narrow = '43.75rem'

/**
 * Lays a drawer out as wide as it was the last time, with an edge to drag. The page gives it its place, as to the tools of
 * a browser: spec/decisions/0203-what-the-panel-draws.md. `makeRoom` does so at once, `leave` gives the place back.
 */
export function layOut(drawer: HTMLElement) {
  const memory = lastingMemory()
  const edge = make('div', { className: 'panel-edge', tabIndex: 0, role: 'separator', ariaLabel: 'Size of the panel' })
  edge.ariaOrientation = 'vertical'
  drawer.append(edge)
  const resize = (width: number) => {
    if (width > 0) drawer.style.setProperty('--size', `${width}px`)
    edge.ariaValueNow = String(width)
    memory.setItem(name, String(width))
  }
  const moveEdgeTo = (x: number) => resize(Math.round(innerWidth - x))
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
  resize(Number(memory.getItem(name)) || 0)
  // A sheet, so that the elements of the app stay as they are, and a strict Content-Security-Policy is kept.
  const place = new CSSStyleSheet()
  document.adoptedStyleSheets.push(place)
  const makeRoom = () => place.replaceSync(roomFor(drawer))
  const observer = new ResizeObserver(makeRoom)
  observer.observe(drawer)
  const leave = () => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== place)
  }
  return { makeRoom, leave }
}

/** How a page gives its place to a drawer: beside it, or below it on a phone, where its end can still be scrolled to. */
function roomFor({ offsetWidth, offsetHeight }: HTMLElement): string {
  if (offsetWidth === 0) return ''
  return `@media (width >= ${narrow}) { :root { margin-right: ${offsetWidth}px !important } }
@media (width < ${narrow}) { :root { margin-bottom: ${offsetHeight}px !important } }`
}

/** An element with these properties. */
export function make<Tag extends 'button' | 'div'>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) {
  return Object.assign(document.createElement(tag), properties)
}
