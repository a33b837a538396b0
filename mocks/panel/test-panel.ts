import axe from 'axe-core'
import { expect } from 'vitest'
import type { AnimalStore } from '../store/store.ts'
import css from './panel.css?inline'
import { writeFragment } from './panel-location.ts'
import { startPanel } from './start-panel.tsx'
import { tabTransport } from '../control/client/tab-transport.ts'
import type { Transport } from '../control/client/transport.ts'

/** A panel in the page of a test. */
export interface TestPanel {
  readonly element: HTMLElement
  /** What stands in the foot: the line for the shell. */
  readonly line: () => string
  /** Takes it away, its style included. */
  readonly remove: () => void
}

/** Shows the panel of a store at a section, as it is in a tab. */
export function openPanel(
  store: AnimalStore,
  section: string,
  sandbox = 'default',
  transport: Transport = tabTransport(store),
): TestPanel {
  const element = document.createElement('main')
  element.className = 'panel'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  document.body.append(element)
  let panelLocation = writeFragment({ section, sandbox, detail: undefined })
  const locationKeeper = { read: () => panelLocation, write: (next: string) => void (panelLocation = next) }
  const stop = startPanel(element, { transport, locationKeeper })
  return {
    element,
    line: () => element.querySelector('.foot code')?.textContent ?? '',
    remove() {
      stop()
      element.remove()
      document.adoptedStyleSheets = []
    },
  }
}

/**
 * Everything that axe knows of must hold, and in the dark what it knows of colours; what it finds is named with its
 * element.
 */
export async function expectAccessible(element: HTMLElement): Promise<void> {
  const colours = { runOnly: ['color-contrast', 'link-in-text-block'] }
  for (const [colorScheme, rules] of Object.entries({ light: {}, dark: colours })) {
    Object.assign(element.style, { colorScheme })
    const { violations } = await axe.run(element, { resultTypes: ['violations'], preload: false, ...rules })
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
    )
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] })
  }
}

/** Waits for a value: a busy machine may need some seconds to load what a dataset is made of. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 10_000 })
}
