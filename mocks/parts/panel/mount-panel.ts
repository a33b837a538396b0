import { h, render } from 'preact'
import type { AnimalStore } from '../../store/store.ts'
import css from './panel.css?inline'
import { sessionMemory, storedKeeper } from './panel-location.ts'
import { startPanel } from './start-panel.tsx'
import { tabTransport } from '../../control/client/tab-transport.ts'
import { Icon } from './ui/layout.tsx'

/** What the panel shows, and how it begins. */
export interface PanelOptions {
  /** The mock of this tab, as `startMock` or `createAnimalStore` gave it. */
  readonly store: AnimalStore
  /** Whether it begins open in a tab where nobody has opened or closed it yet. Default: no, a small button in a corner. */
  readonly isOpen?: boolean | undefined
  /** Where it is put. Default: the body of the page. */
  readonly container?: Element | undefined
}

/** A panel over an app. */
export interface MountedPanel {
  /** Shows the panel over the app. */
  open(): void
  /** Leaves the button alone. */
  close(): void
  /** Takes the panel and its button out of the page. Which section was open stays in the tab's storage. */
  remove(): void
}

const tag = 'animal-store-panel'
const openName = 'animal-store-panel.open'
// By this, a module that was loaded anew finds the panel of the one before.
const removal = Symbol.for('animal-store-panel.remove')

// The app must not notice what is done in the panel: neither its hotkeys nor its focus traps and "click outside".
const ownEvents =
  'keydown keyup keypress beforeinput input paste copy cut focusin focusout pointerdown pointerup mousedown mouseup click touchstart touchend'

/**
 * Puts a button into a corner of the page that opens the panel over the app; a second call takes the place of the first.
 * For development: import it where a production build does not, such as behind `import.meta.env.DEV`.
 */
export function mountPanel({ store, isOpen, container = document.body }: PanelOptions): MountedPanel {
  for (const earlier of document.querySelectorAll(tag)) (earlier as { [removal]?: () => void })[removal]?.()

  const transport = tabTransport(store)
  const memory = sessionMemory()
  const { host, button, drawer, root } = makeElements()
  const place = pushPageAside(drawer)
  let stop: (() => void) | undefined
  let focusedBefore: Element | null = null

  const open = (takesFocus: boolean) => {
    if (stop !== undefined || !host.isConnected) return
    focusedBefore = document.activeElement
    button.hidePopover()
    drawer.showPopover()
    place.makeRoom()
    stop = startPanel(root, { transport, locationKeeper: storedKeeper(memory), onClose: close })
    memory.setItem(openName, 'yes')
    if (takesFocus) drawer.focus()
  }
  const close = () => {
    memory.setItem(openName, 'no')
    hide()
  }
  const hide = () => {
    if (stop === undefined) return
    const hadFocus = document.activeElement === host
    // What nobody sees asks for nothing.
    stop()
    stop = undefined
    drawer.hidePopover()
    place.makeRoom()
    button.showPopover()
    if (!hadFocus) return
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
    // An app may have shown its button no longer, or had no focus anywhere.
    if (document.activeElement === host || document.activeElement === document.body) button.focus()
  }
  const remove = () => {
    hide()
    place.leave()
    host.remove()
  }

  button.addEventListener('click', () => open(true))
  giveFocusBack(root)
  for (const name of ownEvents.split(' ')) host.addEventListener(name, (event) => event.stopPropagation())
  // The same key first closes what is open in the panel, which stops it there.
  host.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
  Object.assign(host, { [removal]: remove })
  const wasOpen = memory.getItem(openName)
  container.append(host)
  fitText(host)
  button.showPopover()
  // The app has just begun, and the keyboard is its own.
  if (wasOpen === null ? isOpen : wasOpen === 'yes') open(false)
  return { open: () => open(true), close, remove }
}

function makeElements() {
  // The words of the panel are English, whatever the page's are.
  const host = Object.assign(document.createElement(tag), { lang: 'en', dir: 'ltr' })
  const shadow = host.attachShadow({ mode: 'open' })
  // A constructed sheet needs no exception from a strict Content-Security-Policy.
  shadow.adoptedStyleSheets = [new CSSStyleSheet()]

  const title = 'Panel of the mock'
  // In the top layer, no z-index and no transform of the app comes between. Not modal: the app stays in use.
  const popover = 'manual'
  render(
    [
      h(
        'button',
        { type: 'button', class: 'panel-button', popover, title, 'aria-label': 'Open the panel of the mock' },
        [h(Icon, { name: 'calls' }), 'Mock'],
      ),
      h(
        'div',
        { class: 'panel-drawer', popover, tabIndex: -1, role: 'dialog', 'aria-label': title },
        h('div', { class: 'panel' }),
      ),
    ],
    shadow,
  )
  const [button, drawer] = shadow.children as unknown as readonly [HTMLElement, HTMLElement]
  return { host, button, drawer, root: drawer.firstElementChild as HTMLElement }
}

/** Follows the size of text that a person chose in the browser, not that of the app, of which `rem` speaks. */
function fitText(host: HTMLElement): void {
  const [sheet] = host.shadowRoot?.adoptedStyleSheets ?? []
  sheet?.replaceSync(css)
  const pixels = parseFloat(getComputedStyle(host).fontSize)
  sheet?.replaceSync(css.replaceAll(/[\d.]{1,9}rem\b/g, (length) => `${parseFloat(length) * pixels}px`))
}

/** Does what browsers do only outside of a shadow tree: after a popover, the keyboard is where it was before. */
function giveFocusBack(root: HTMLElement): void {
  const focused = () => (root.getRootNode() as ShadowRoot).activeElement
  let before: Element | null = null
  const onToggle = ({ type, newState }: ToggleEvent) => {
    if (newState === 'open' && type === 'beforetoggle') before = focused()
    const isLost = focused()?.checkVisibility() !== true
    if (newState === 'closed' && type === 'toggle' && isLost) (before as HTMLElement | null)?.focus()
  }
  // They do not bubble.
  for (const name of ['beforetoggle', 'toggle'] as const) root.addEventListener(name, onToggle, true)
}

/** A narrower window has no room for two beside each other; the style says the same. */
const narrow = '43.75rem'

/**
 * The page gives a drawer its place, as to the tools of a browser: spec/decisions/0203-what-the-panel-draws.md. `makeRoom`
 * does so at once, `leave` gives the place back.
 */
function pushPageAside(drawer: HTMLElement) {
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
