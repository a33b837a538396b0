import type { AnimalStore } from '../store.ts'
import css from './panel.css?inline'
import { storedKeeper } from './place.ts'
import { startPanel } from './start-panel.tsx'
import { tabTransport } from './transport/tab-transport.ts'

/** What the panel shows, and how it begins. */
export interface PanelOptions {
  /** The mock of this tab, as `startMock` or `createAnimalStore` gave it. */
  readonly store: AnimalStore
  /** Whether it begins open. Default: false, a small button in a corner. */
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
  /** Takes the panel and its button out of the page. */
  remove(): void
}

/**
 * Puts a button into a corner of the page that opens the panel over the app. For development: import it where a
 * production build does not, such as behind `import.meta.env.DEV`.
 */
export function mountPanel({ store, isOpen = false, container = document.body }: PanelOptions): MountedPanel {
  const host = document.createElement('animal-store-panel')
  const shadow = host.attachShadow({ mode: 'open' })
  // A constructed sheet needs no exception from a strict Content-Security-Policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]

  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'panel-button'
  button.setAttribute('aria-label', 'Open the panel of the mock')
  button.textContent = '🐾'

  const dialog = document.createElement('dialog')
  dialog.className = 'panel-drawer'
  dialog.setAttribute('aria-label', 'Panel of the mock')
  const root = document.createElement('div')
  root.className = 'panel'
  dialog.append(root)
  shadow.append(button, dialog)

  const transport = tabTransport(store)
  let stop: (() => void) | undefined
  const close = () => dialog.close()
  const open = () => {
    if (dialog.open) return
    stop ??= startPanel(root, { transport, places: storedKeeper(transport.memory), onClose: close })
    // Not modal: the app beside it is used while the panel is open.
    dialog.show()
    button.hidden = true
  }
  dialog.addEventListener('close', () => {
    // What nobody sees asks for nothing.
    stop?.()
    stop = undefined
    button.hidden = false
    button.focus()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  button.addEventListener('click', open)
  container.append(host)
  if (isOpen) open()
  return {
    open,
    close,
    remove() {
      close()
      stop?.()
      host.remove()
    },
  }
}
