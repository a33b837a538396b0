import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AnimalStore, createAnimalStore } from '../index.ts'
import { type MountedPanel, mountPanel } from './mount-panel.ts'
import { openPanel, press } from './test-panel.ts'

/** A small phone, a phone, a tablet, just too narrow for a list beside an open call, and a desk. */
const sizes = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [890, 800],
  [1440, 900],
] as const

const controls = 'button, a, input, select, textarea, summary, [role=separator]'

/** What a visitor of any size could not see, click or reach, in words. */
function faultsOf(root: ParentNode): string[] {
  const wide = [document.documentElement, ...root.querySelectorAll('.head, .tab, .call-body, .status')]
  const sideways = wide
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => `${nameOf(box)} scrolls sideways`)
  const seen = [...root.querySelectorAll<HTMLElement>(controls)].filter(isSeen)
  const cut = [...root.querySelectorAll('.play')].flatMap((play) => {
    const name = play.querySelector('button')
    const isWhole = name && name.scrollWidth <= name.clientWidth && isHit(name) && isInWindow(name)
    return isWhole === true ? [] : [`${nameOf(play)} is not in sight`]
  })
  const covered = seen.flatMap((control) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const outside = isInWindow(control) ? [] : [`${nameOf(control)} is outside`]
    const under = isHit(control) ? [] : [`${nameOf(control)} is covered`]
    return [...outside, ...under, ...(hasRoom(control, seen) ? [] : [`${nameOf(control)} is too small`])]
  })
  return [...sideways, ...cut, ...covered]
}

const nameOf = (element: Element) =>
  `${element.className || element.tagName} “${element.ariaLabel ?? element.textContent?.slice(0, 40)}”`

const centreOf = ({ left, top, width, height }: DOMRect) => ({ x: left + width / 2, y: top + height / 2 })

/** Not what is only for screen readers, or stands in a menu that is closed. */
function isSeen(element: HTMLElement): boolean {
  const isShown = element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip, :disabled')
  return isShown && element.getBoundingClientRect().width > 1
}

function isInWindow(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
}

function isHit(element: Element): boolean {
  const { x, y } = centreOf(element.getBoundingClientRect())
  const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y)
  return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true)
}

/** 24 × 24 pixels, or no other control within 12 of its centre. */
function hasRoom(element: HTMLElement, all: readonly HTMLElement[]): boolean {
  const box = element.getBoundingClientRect()
  if (box.width >= 24 && box.height >= 24) return true
  const { x, y } = centreOf(box)
  return all.every((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect()
    const isNear = x > left - 12 && x < right + 12 && y > top - 12 && y < bottom + 12
    return other === element || other.closest('label')?.contains(element) === true || !isNear
  })
}

/** A mock that plays two scenarios and a fault, differs in one choice and holds a call, and was called in five ways. */
async function busyStore(): Promise<AnimalStore> {
  const store = createAnimalStore({ dataset: 'demo' })
  const call = (target: string, key: string, init: RequestInit = {}) =>
    store.fetch(target, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
  await call('/v1/pets?limit=2', 'test_pro')
  await call('/v1/pets?limit=500', 'test_pro')
  await call('/v1/pets/1', 'unknown')
  await call('/v1/pets', 'test_pro', { method: 'POST', body: '{"name":"Rex","categoryId":1}' })
  const sandbox = store.sandbox()
  sandbox.play('server-error', { operation: 'getPet' })
  await call('/v1/pets/1', 'test_pro')
  sandbox.play('hold', { operation: 'createPet' })
  void call('/v1/pets', 'test_pro', { method: 'POST', body: '{"name":"Tom","categoryId":1}' })
  sandbox.set({ fault: 'list-media-type-text', profile: { 'retry-after': 'http-date' } })
  return store
}

/** Says at each size what is wrong; the name of the surface stands in the failure. */
async function audit(surface: string, root: ParentNode): Promise<void> {
  const found: string[] = []
  for (const [width, height] of sizes) {
    await page.viewport(width, height)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    found.push(...faultsOf(root).map((fault) => `${surface}, ${width}: ${fault}`))
  }
  expect(found).toEqual([])
}

test.each(['bench', 'situation', 'data', 'keys', 'interface'])(
  'nothing is covered or outside at %s',
  async (section) => {
    const { element } = openPanel(section, await busyStore())
    await expect.element(page.getByRole('button', { name: 'Stop hold for createPet' })).toBeInTheDocument()
    await audit(section, element)
  },
)

test('nothing covers an open call, also while a button under “Next” has the pointer', async () => {
  const { element } = openPanel('bench', await busyStore(), 'default', { fragment: '#/bench?call=1' })
  await expect.element(page.getByRole('group', { name: 'Next listPets' })).toBeVisible()
  await page.getByRole('group', { name: 'Next listPets' }).getByRole('button', { name: '429' }).hover()
  await audit('call', element)
})

test('nothing is covered in a drawer over an app', async () => {
  await openDrawer()
  await expect.element(page.getByRole('button', { name: 'Stop hold for createPet' })).toBeInTheDocument()
  await audit('drawer', shadow())
})

const group = (name: string) => page.getByRole('group', { name })
const text = (words: string) => page.getByText(words, { exact: false })

/** A panel over an app, until the test ends. */
async function openDrawer(): Promise<MountedPanel> {
  sessionStorage.clear()
  const panel = mountPanel({ store: await busyStore(), isOpen: true })
  onTestFinished(() => panel.remove())
  return panel
}

const shadow = () => document.querySelector('animal-store-panel')?.shadowRoot ?? document

test('Escape closes the open call alone, wherever one clicked in it, and the keyboard goes back to the list', async () => {
  await page.viewport(890, 800)
  await openDrawer()
  await page.getByRole('row', { name: /limit=500/ }).click()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await page.getByRole('heading', { name: 'Reply', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(group('Call 2')).not.toBeInTheDocument()
  await expect.poll(() => shadow().activeElement?.role).toBe('grid')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Escape never takes what was written and not sent', async () => {
  await page.viewport(1440, 900)
  await openDrawer()
  await page.getByRole('row', { name: /limit=500/ }).click()
  await press('edit reply…')
  const status = page.getByLabelText('Status', { exact: true })
  await status.fill('418')
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(text('What you wrote is not sent yet.')).toBeVisible()
  await expect.element(status).toHaveValue('418')
  await press('Play this reply')
  await expect.element(status).not.toBeInTheDocument()
  await page.getByRole('heading', { name: 'Reply', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(group('Call 2')).not.toBeInTheDocument()
})

test('the keyboard stays out of what an open call lies over', async () => {
  await page.viewport(590, 800)
  await openDrawer()
  await page.getByRole('row', { name: /limit=500/ }).click()
  await expect.element(group('Call 2')).toBeVisible()
  const behind = shadow().querySelectorAll<HTMLElement>('.tab :is(button, input, [tabindex])')
  expect(behind.length).toBeGreaterThan(5)
  expect([...behind].filter(isSeen)).toEqual([])
})
