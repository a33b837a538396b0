import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createAnimalStore } from '../../entry.ts'
import { type MountedPanel, type PanelOptions, mountPanel } from './mount-panel.ts'
import { eventually } from './test-panel.ts'

const mounted: MountedPanel[] = []
const ended: (() => void)[] = []

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

afterEach(() => {
  for (const panel of mounted.splice(0)) panel.remove()
  for (const end of ended.splice(0)) end()
  vi.restoreAllMocks()
})

function mount(options: Partial<PanelOptions> = {}): MountedPanel {
  const panel = mountPanel({ store: createAnimalStore({ dataset: 'one' }), ...options })
  mounted.push(panel)
  return panel
}

/** Puts an element of an app into the page, until the test ends. */
function app<T extends HTMLElement>(element: T): T {
  document.body.append(element)
  ended.push(() => element.remove())
  return element
}

function appStyle(css: string): void {
  const style = document.createElement('style')
  style.textContent = css
  app(style)
}

const host = () => document.querySelector('animal-store-panel')
const shadow = () => host()?.shadowRoot
const drawer = () => shadow()?.querySelector<HTMLElement>('.panel-drawer') ?? undefined
/** How wide the drawer is until somebody drags its edge. */
const firstWidth = () =>
  innerWidth < 700 ? innerWidth : Math.min(innerWidth * 0.6, 760, Math.max(420, innerWidth * 0.42))
const button = () => page.getByRole('button', { name: 'Open the panel of the mock' })
const dialog = () => page.getByRole('dialog', { name: 'Panel of the mock' })

test('opens over the app by its button, closes by Escape, and the keyboard goes back to the button', async () => {
  mount()
  await button().click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(shadow()?.activeElement).toBe(drawer())
  await expect.element(button()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(shadow()?.activeElement).toBe(shadow()?.querySelector('.panel-button'))
})

test('the app beside it stays in use while it is open', async () => {
  const field = app(document.createElement('input'))
  field.setAttribute('aria-label', 'Field of the app')
  mount({ isOpen: true })
  await expect.element(dialog()).toBeVisible()
  await page.viewport(1280, 740)
  await page.getByLabelText('Field of the app').click()
  await userEvent.keyboard('Rex')
  expect(field.value).toBe('Rex')
  await expect.element(dialog()).toBeVisible()
  // Escape belongs to whoever has the keyboard.
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
})

test('does not take the keyboard when it opens with the page', async () => {
  const field = app(document.createElement('input'))
  field.focus()
  mount({ isOpen: true })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(document.activeElement).toBe(field)
})

test.each([
  '* { all: unset !important }',
  'animal-store-panel { display: none !important; visibility: hidden !important }',
  'button, dialog, div, nav, main { display: none !important }',
  'body { font: 40px fantasy; color: red; direction: rtl; letter-spacing: 9px; cursor: none; pointer-events: none }',
  '* { visibility: hidden; font-size: 1px }',
  ':root { --surface: red; --ink: red; zoom: 1; font-size: 62.5% }',
])('what the app says of its own elements does not reach it: %s', async (css) => {
  appStyle(css)
  mount()
  await button().click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  const own = { fontSize: '13px', color: 'rgb(29, 31, 35)', direction: 'ltr', letterSpacing: 'normal' }
  expect(getComputedStyle(heading.element())).toMatchObject(own)
  expect(drawer()?.getBoundingClientRect().width).toBeCloseTo(firstWidth(), 0)
})

test('lies above everything of the app: its z-index, its transforms and its dialogs', async () => {
  const cover = app(document.createElement('div'))
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: #eee'
  document.body.style.transform = 'translate(40px)'
  ended.push(() => document.body.removeAttribute('style'))
  const box = app(document.createElement('dialog'))
  box.textContent = 'A dialog of the app'
  box.style.cssText = 'inset: 0; width: 100vw; height: 100vh'
  box.show()
  mount()
  await button().click()
  await expect.element(dialog()).toBeVisible()
  const { left, right, bottom } = drawer()?.getBoundingClientRect() ?? new DOMRect()
  expect([right, bottom]).toEqual([innerWidth, innerHeight])
  expect(document.elementFromPoint((left + right) / 2, bottom / 2)).toBe(host())
})

test('the app hears nothing of what is typed and clicked in it', async () => {
  const heard: string[] = []
  const listen = ({ type }: Event) => heard.push(type)
  for (const name of ['keydown', 'keyup', 'input', 'click', 'pointerdown', 'focusin']) {
    document.addEventListener(name, listen)
    ended.push(() => document.removeEventListener(name, listen))
  }
  mount({ isOpen: true })
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('Rex')
  await userEvent.keyboard('k')
  expect(heard).toEqual([])
})

test('Escape closes what is open in the panel one after the other, and the panel last', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  mount({ store, isOpen: true })
  await store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
  await page.getByRole('row', { name: /1 animal/ }).click()
  await expect.element(page.getByRole('group', { name: 'Call 1' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Actions' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Actions' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Call 1' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('group', { name: 'Call 1' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More of the panel' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await page.getByRole('button', { name: 'Add an animal' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('group', { name: 'Add an animal' })).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('it pushes the page aside, as the tools of a browser do', async () => {
  await page.viewport(1280, 740)
  const panel = mount({ isOpen: true })
  const pageWidth = () => document.documentElement.getBoundingClientRect().width
  const taken = () => drawer()?.offsetWidth ?? 0
  await expect.poll(pageWidth).toBe(1280 - taken())
  // As its corner does that a browser draws.
  drawer()?.style.setProperty('width', '570px')
  await expect.poll(pageWidth).toBe(1280 - 570)
  // On a phone it stands below the page, of which all can still be scrolled to.
  await page.viewport(600, 740)
  await expect.poll(pageWidth).toBe(600)
  await expect.poll(() => getComputedStyle(document.documentElement).marginBottom).toBe('444px')
  await page.viewport(1280, 740)
  await expect.poll(pageWidth).toBe(1280 - taken())
  panel.close()
  await expect.poll(pageWidth).toBe(1280)
  panel.open()
  await expect.poll(pageWidth).toBe(1280 - taken())
  panel.remove()
  expect(pageWidth()).toBe(1280)
})

test.each(['Calls', 'Situation', 'Data', 'Keys', 'Interface'])(
  'adds no landmark to an app that has its own, at %s',
  async (tab) => {
    await page.viewport(1280, 740)
    const landmarks = '<header>Shop</header><nav>Pages</nav><main><h1>Animals</h1></main><footer>End</footer>'
    app(Object.assign(document.createElement('div'), { innerHTML: landmarks }))
    const store = createAnimalStore({ dataset: 'one' })
    await store.fetch('/v1/pets/1', { headers: { authorization: 'Bearer test_pro' } })
    mount({ store, isOpen: true })
    await page.getByRole('button', { name: tab, exact: true }).click()
    await expect.element(page.getByRole('button', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    const { violations } = await axe.run(document, {
      runOnly: ['cat.semantics', 'cat.keyboard'],
      resultTypes: ['violations'],
      preload: false,
    })
    const found = violations.filter(({ id }) => id.startsWith('landmark-') || id === 'region')
    expect(found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  },
)

test('a second one takes the place of the first', async () => {
  mount({ isOpen: true })
  const first = host()
  const second = createAnimalStore({ dataset: 'empty' })
  mount({ store: second, isOpen: true })
  expect(document.querySelectorAll('animal-store-panel')).toHaveLength(1)
  expect(host()).not.toBe(first)
  await page.getByRole('button', { name: 'Situation', exact: true }).click()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await eventually(() => second.sandbox().clock.state.mode).toBe('frozen')
})

test('removed, it leaves nothing: no element, and no timer that goes on asking', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval')
  const ending = vi.spyOn(globalThis, 'clearInterval')
  const before = document.documentElement.outerHTML
  const panel = mount({ isOpen: true })
  // The list of sandboxes is asked for every five seconds.
  await eventually(() => begun.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(5000)
  panel.remove()
  expect(document.documentElement.outerHTML).toBe(before)
  const timers = begun.mock.results.map(({ value }) => value as unknown)
  const stopped = () => ending.mock.calls.map(([timer]) => timer as unknown)
  await eventually(() => timers.filter((timer) => !stopped().includes(timer))).toEqual([])
  panel.open()
  panel.close()
  panel.remove()
  expect(host()).toBeNull()
})

test('is open again, at the same section, when the page is loaded anew', async () => {
  mount({ isOpen: true })
  await page.getByRole('button', { name: 'Keys', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible()
  // A page that is left calls nothing.
  host()?.remove()
  mounted.splice(0)
  mount()
  await expect.element(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible()
})
