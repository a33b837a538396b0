import axe from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../entry.ts'
import css from './panel.css?inline'
import { writeFragment } from './panel-location.ts'
import { startPanel } from './start-panel.tsx'
import { tabTransport } from '../../control/client/tab-transport.ts'

/**
 * Shows a panel at a section, as it is in a tab, until the test ends.
 * @param given the store, or the options of a store of one animal
 * @param more its transport, in place of that to the store; or the fragment of its address
 */
export function openPanel(
  section: string,
  given: AnimalStore | AnimalStoreOptions = {},
  sandbox = 'default',
  more: { readonly transport?: ReturnType<typeof tabTransport>; readonly fragment?: string } = {},
) {
  const store = 'answer' in given ? given : createAnimalStore({ dataset: 'one', ...given })
  const { transport = tabTransport(store), fragment = writeFragment({ section, sandbox, detail: undefined }) } = more
  const element = document.createElement('main')
  element.className = 'panel'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  document.body.append(element)
  let panelLocation = fragment
  /** Where the button back of a browser leads. */
  const steps: string[] = []
  const write = (next: string, isPassedOver = false) => {
    if (!isPassedOver) steps.push(panelLocation)
    panelLocation = next
  }
  const locationKeeper = { read: () => panelLocation, write }
  const stop = startPanel(element, { transport, locationKeeper })
  function remove(): void {
    stop()
    element.remove()
    document.adoptedStyleSheets = []
  }
  onTestFinished(remove)
  onTestFinished(() => sessionStorage.clear())
  return { store, element, remove, steps }
}

function panelElement(): HTMLElement {
  const element = document.querySelector<HTMLElement>('main.panel')
  if (element === null) throw new Error('No panel is open.')
  return element
}

/** The line for a shell that the panel offers first: of the form that is shown, else of what was done last. */
export const line = () => document.querySelector<HTMLElement>('.panel [aria-label="Copy as curl"]')?.title ?? ''

/** The texts of all elements that a selector finds. */
export const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent)

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

export const press = (name: string | RegExp) => button(name).click()

/** Waits until this text is there. */
export async function expectText(text: string | RegExp): Promise<void> {
  await expect.element(page.getByText(text).first()).toBeInTheDocument()
}

/**
 * Everything that axe knows of must hold, and in the dark what it knows of colours; what it finds is named with its
 * element.
 */
export async function expectAccessible(element = panelElement()): Promise<void> {
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
