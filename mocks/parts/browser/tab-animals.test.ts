import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, test as base, vi } from 'vitest'
import { bundlePage } from '../../../scripts/testing/bundle.ts'
import { type Kit, kitSource, openKit } from './test-kit.ts'
import { type TestServer, launchBrowser, servePage } from '../../../scripts/testing/test-page.ts'

// Much of their time is waiting for the browser.
vi.setConfig({ maxConcurrency: 3, testTimeout: 30_000 })

/** The story of a storage, in this tab and in memory. */
const storySource = `
import { createAnimalStore } from '/mocks/entry.ts'
import { animalsOfTabs } from '/mocks/parts/browser/tab-animals.ts'
import { tellStorage } from '/mocks/testing/storage-story.ts'
async function kit(seed) {
  let animals
  const inTab = await tellStorage(async () => {
    animals?.close()
    animals = animalsOfTabs('story')
    return createAnimalStore({ dataset: 'one', animals })
  }, seed)
  const store = createAnimalStore({ dataset: 'one' })
  return [inTab, await tellStorage(async () => store, seed)]
}
Object.assign(window, { kit })`

let browser: Browser
let app: TestServer

beforeAll(async () => {
  browser = await launchBrowser()
  app = await servePage(await bundlePage(kitSource))
}, 60_000)
afterAll(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

/** Each test has a browser of its own as far as storage goes. */
const test = base.extend<{ context: BrowserContext }>({
  context: async ({ onTestFinished }, use) => {
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    await use(context)
  },
})

/** Starts a mock; returns what it warned of. */
function start(page: Page, options: object): Promise<string[]> {
  return page.evaluate(async (given) => {
    const { kit } = window as unknown as Kit
    const told: string[] = []
    const { warn } = console
    console.warn = (...words: unknown[]) => told.push(words.join(' '))
    try {
      Object.assign(window, { mock: await kit.startMock({ baseUrl: '/v1', dataset: 'one', ...given }) })
    } finally {
      console.warn = warn
    }
    return told
  }, options)
}

function send(page: Page, method: string, path: string, body?: string, key = 'test_enterprise'): Promise<string> {
  return page.evaluate(
    async ({ sent, address, authorization }) => {
      const response = await fetch(`/v1${address}`, { ...sent, headers: { authorization } })
      return `${response.status} ${await response.text()}`
    },
    { sent: body === undefined ? { method } : { method, body }, address: path, authorization: `Bearer ${key}` },
  )
}

const list = (page: Page, key?: string) => send(page, 'GET', '/pets?limit=100', undefined, key)
const add = (page: Page, name: string, categoryId = '1', key?: string) =>
  send(page, 'POST', '/pets', `{"name":"${name}","categoryId":${categoryId}}`, key)

async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => 'kit' in window)
}

const one = '{"id":1,"name":"Rex the Beagle","categoryId":1,"status":"available"}'
const largest = '{"id":2,"name":"Ünï 🐈","categoryId":9223372036854775807}'
const rex = '{"id":3,"name":"Rex","categoryId":1}'

test.concurrent('animals that one tab loads are seen by another one all at once', async ({ context, expect }) => {
  const page = await openKit(context, app)
  const other = await openKit(context, app)
  await start(page, { persist: true })
  await start(other, { persist: true })
  const counting = other.evaluate(async () => {
    const animals = await (window as unknown as Kit).mock.store.sandbox().animals
    const counts: number[] = []
    while (counts.at(-1) !== 301) counts.push(await animals.count())
    return [...new Set(counts)]
  })
  const loaded = await page.evaluate(async () => {
    const animals = await (window as unknown as Kit).mock.store.sandbox().animals
    const more = Array.from({ length: 299 }, (_, index) => ({ name: `Animal ${index}`, categoryId: 1 }))
    const { items: pets } = await animals.addAll([{ id: 1, name: 'Its id is taken', categoryId: 1 }, ...more])
    return [pets[0]?.id, pets.at(-1)?.id]
  })
  expect(loaded).toEqual([2, 301])
  expect((await counting).filter((count) => count !== 1)).toEqual([301])
})

test.concurrent('over any changes and starts, a tab has the animals that memory has', async ({ context, expect }) => {
  await using own = await servePage(await bundlePage(storySource))
  const page = await openKit(context, own)
  const [inTab, inMemory] = (await page.evaluate('kit(1)')) as readonly [string[], string[]]
  expect(inTab).toEqual(inMemory)
})

test.concurrent('animals survive a reload and the last tab, with every digit, in each sandbox', async ({
  context,
  expect,
}) => {
  const page = await openKit(context, app)
  await start(page, { persist: true })
  expect(await add(page, 'Ünï 🐈', '9223372036854775807')).toBe(`201 ${largest}`)
  expect(await add(page, 'Tom', '2', 'test_pro.box')).toContain('201 {"id":2')
  await page.evaluate(async () => {
    const animals = await (window as unknown as Kit).mock.store.sandbox().animals
    await animals.put({ id: 9007199254740993n, name: 'Atlas', categoryId: -9223372036854775808n })
    await animals.remove(1)
  })
  await reload(page)
  expect(await start(page, { persist: true })).toEqual([])
  const atlas = '{"id":9007199254740993,"name":"Atlas","categoryId":-9223372036854775808}'
  expect(await list(page)).toBe(`200 [${largest},${atlas}]`)
  await page.close()
  const next = await openKit(context, app)
  expect(await start(next, { persist: true })).toEqual([])
  expect(await list(next)).toBe(`200 [${largest},${atlas}]`)
  expect(await list(next, 'test_pro.box')).toBe(`200 [${one},{"id":2,"name":"Tom","categoryId":2}]`)
  expect(await add(next, 'Rex')).toContain('201 {"id":9007199254740994,')
  // Under another name there is nothing yet.
  await next.evaluate(() => (window as unknown as Kit).mock.stop())
  await start(next, { persist: 'other' })
  expect(await list(next)).toBe(`200 [${one}]`)
})

test.concurrent('tabs have the same animals, and no id twice', async ({ context, expect }) => {
  const options = { persist: 'shop' }
  const [left, right] = [await openKit(context, app), await openKit(context, app)]
  await start(left, options)
  expect(await add(left, 'Ünï 🐈', '9223372036854775807')).toBe(`201 ${largest}`)
  await start(right, options)
  expect(await list(right)).toBe(`200 [${one},${largest}]`)
  expect(await add(right, 'Rex')).toBe(`201 ${rex}`)
  expect(await list(left)).toBe(`200 [${one},${largest},${rex}]`)
  const rush = (page: Page) =>
    page.evaluate(async () => {
      const headers = { authorization: 'Bearer test_enterprise' }
      const init = { method: 'POST', body: '{"name":"a","categoryId":1}', headers }
      const added = await Promise.all(Array.from({ length: 20 }, () => fetch('/v1/pets', init)))
      return Promise.all(added.map(async (response) => ((await response.json()) as { id: number }).id))
    })
  const ids = (await Promise.all([rush(left), rush(right)])).flat()
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 4))
  expect(await list(left)).toBe(await list(right))
  await left.evaluate(() => (window as unknown as Kit).mock.store.reset())
  expect(await list(right)).toBe(`200 [${one}]`)
})

test.concurrent('a tab that was frozen knows what others did meanwhile', async ({ context, expect }) => {
  const [left, right] = [await openKit(context, app), await openKit(context, app)]
  await start(left, { persist: true })
  await start(right, { persist: true })
  const session = await context.newCDPSession(left)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  expect(await add(right, 'Ünï 🐈', '9223372036854775807')).toBe(`201 ${largest}`)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  expect(await list(left)).toBe(`200 [${one},${largest}]`)
})

test.concurrent('an animal that there is no room for is refused with 507, by each tab that shares them', async ({
  context,
  expect,
}) => {
  const page = await openKit(context, app)
  const other = await openKit(context, app)
  for (const tab of [page, other]) await start(tab, { persist: true, sandboxBytes: 700 })
  expect(await add(page, 'Rex')).toMatch(/^201 /)
  expect(await add(other, 'Tom')).toMatch(/^201 /)
  expect(await add(page, 'Coco')).toMatch(/^507 .*"code":"insufficient_storage"/)
  expect(await add(other, 'Coco')).toMatch(/^507 /)
  expect(JSON.parse((await list(page)).slice(4))).toHaveLength(3)
})

const twice = { id: 7, name: 'Twice', categoryId: 1 }
const own = [1, 2].map((position) => [position, twice])
const damaged = [{ put: { id: 'no number' } }, { restore: { own, hidden: [], nextPosition: 3, nextId: 8 } }]

test.concurrent.for(damaged)(
  'damaged animals, and those of another dataset, are forgotten with a warning: %j',
  async (line, { context, expect }) => {
    const page = await openKit(context, app)
    await start(page, { persist: 'shop' })
    await add(page, 'Rex')
    await page.evaluate(async (given) => {
      const request = indexedDB.open('animal-store-kit: shop')
      await new Promise((resolve) => request.addEventListener('success', resolve))
      const transaction = request.result.transaction('lines', 'readwrite')
      transaction.objectStore('lines').add({ sandbox: 'default', ...given })
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      request.result.close()
    }, line)
    await reload(page)
    expect(await start(page, { persist: 'shop' })).toEqual([
      '[animal-store-kit] The animals kept under "shop" are forgotten, because they are damaged.',
    ])
    expect(await list(page)).toBe(`200 [${one}]`)
    expect(await add(page, 'Ünï 🐈', '9223372036854775807')).toBe(`201 ${largest}`)
    await reload(page)
    expect(await start(page, { persist: 'shop' })).toEqual([])
    expect(await list(page)).toBe(`200 [${one},${largest}]`)
    await reload(page)
    expect(await start(page, { persist: 'shop', dataset: 'empty' })).toEqual([
      '[animal-store-kit] The animals kept under "shop" are forgotten, because they belong to another dataset.',
    ])
    expect(await list(page)).toBe('200 []')
  },
)

test.concurrent('a long log is written down shorter, and says the same', async ({ context, expect }) => {
  const page = await openKit(context, app)
  await start(page, { persist: 'shop' })
  const difference = () =>
    page.evaluate(async () => {
      const animals = await (window as unknown as Kit).mock.store.sandbox().animals
      return JSON.stringify(await animals.difference(), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
    })
  await page.evaluate(async () => {
    const animals = await (window as unknown as Kit).mock.store.sandbox().animals
    await animals.addAll(Array.from({ length: 1000 }, () => ({ name: 'a', categoryId: 9223372036854775807n })))
    for (const id of [1, 500, 1001]) await animals.remove(id)
  })
  const before = await difference()
  await reload(page)
  expect(await start(page, { persist: 'shop' })).toEqual([])
  expect(await difference()).toBe(before)
  const lines = await page.evaluate(async () => {
    const request = indexedDB.open('animal-store-kit: shop')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const count = request.result.transaction('lines').objectStore('lines').count()
    await new Promise((resolve) => count.addEventListener('success', resolve))
    request.result.close()
    return count.result
  })
  expect(lines).toBeLessThan(10)
  await reload(page)
  await start(page, { persist: 'shop' })
  expect(await difference()).toBe(before)
  expect(await add(page, 'Rex')).toContain('201 {"id":1002,')
})

test.concurrent('a browser that keeps nothing is reported, and leaves room for a mock that needs no storage', async ({
  context,
  expect,
}) => {
  const page = await openKit(context, app)
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new Error('not here')
    }
  })
  await expect(start(page, { persist: true })).rejects.toThrow(
    /KeptAnimalsError: Cannot keep the animals of ".*\/v1" in this browser: not here/,
  )
  await start(page, {})
  expect(await list(page)).toBe(`200 [${one}]`)
})

test.concurrent('once it runs, a mock needs nothing of the page’s server: neither to write nor for a fault or an example', async ({
  context,
  expect,
}) => {
  const page = await openKit(context, app)
  const late = ['/faults-', '/examples-'].map((name) =>
    page.waitForResponse((response) => response.url().includes(name)),
  )
  await start(page, { persist: 'shop' })
  await Promise.all(late)
  await context.setOffline(true)
  expect(await add(page, 'Rex')).toMatch(/^201 /)
  await page.evaluate(() => (window as unknown as Kit).mock.store.sandbox().set({ fault: 'list-envelope' }))
  expect(await list(page)).toMatch(/^200 \{/)
  const example = await page.evaluate(async () => {
    const headers = { authorization: 'Bearer test_pro', prefer: 'example=empty' }
    return (await fetch('/v1/pets', { headers })).text()
  })
  expect(example).not.toContain('The mock failed')
})
