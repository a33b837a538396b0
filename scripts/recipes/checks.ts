import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../mocks/testing/programs.ts'
import { launchBrowser } from '../testing/test-page.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Check {
  /** The code with which the lines of the page end. Default: 0. */
  readonly code?: number
  /** Looks at what the page made. @returns what does not hold */
  readonly look?: (folder: string, env: Env) => Promise<string[]>
}

/** What is looked at beside the lines of a page. */
export const checks: Readonly<Record<string, Check>> = {
  next: { look: lookAtNext },
  cypress: { look: lookAtCypress },
  // It shows what is wrong with the handlers of its app.
  'your-own-mock': { code: 1 },
}

/** The configuration and its tasks, as Cypress calls them. */
async function lookAtCypress(folder: string): Promise<string[]> {
  const { default: config } = (await import(pathToFileURL(join(folder, 'cypress.config.mjs')).href)) as {
    readonly default: { readonly e2e: { setupNodeEvents(on: (event: string, tasks: Tasks) => void): Promise<void> } }
  }
  let tasks: Tasks = {}
  await config.e2e.setupNodeEvents((_event, given) => (tasks = given))
  const ask = async () =>
    (await fetch('http://127.0.0.1:4010/v1/pets', { headers: { authorization: 'Bearer test_pro' } })).status
  const seen: unknown[] = [tasks['play']?.({ scenario: 'rate-limited', calls: 1 }), await ask(), await ask()]
  seen.push(await tasks['reset']?.(), await tasks['conduct']?.())
  const found = JSON.stringify(seen)
  const expected = '[null,429,200,null,{"calls":0,"lostCalls":0,"errors":0,"warnings":0,"findings":[]}]'
  return found === expected ? [] : [`the tasks gave ${found}`]
}

type Tasks = Readonly<Record<string, (given?: object) => unknown>>

const firstThree = ['Bella the Dachshund', 'Simba the Ragdoll', 'Kiwi the Lovebird'].join()

/** The pages of the recipe in a browser, built and in development. */
async function lookAtNext(folder: string, given: Env): Promise<string[]> {
  const address = { API: 'https://api.example.com/v1', API_KEY: 'test_pro' }
  const env = { ...given, ...address, MOCK: 'on', NEXT_PUBLIC_MOCK: 'on' }
  const next = join(folder, 'node_modules/next/dist/bin/next')
  const problems: string[] = []
  for (const bundler of ['--webpack', '--turbopack']) {
    const { status, stderr } = spawnSync(process.execPath, [next, 'build', bundler], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) problems.push(`next build ${bundler} ended with ${status}: ${stderr}`)
  }
  for (const command of ['start', 'dev']) {
    const port = await freePort()
    const server = spawn(process.execPath, [next, command, '--port', String(port)], {
      cwd: folder,
      env,
      stdio: 'ignore',
    })
    try {
      problems.push(...(await lookAtPages(`http://localhost:${port}`)).map((problem) => `next ${command}: ${problem}`))
    } finally {
      if (server.kill()) await once(server, 'exit')
    }
  }
  return problems
}

async function lookAtPages(origin: string): Promise<string[]> {
  await answering(origin)
  await using browser = await launchBrowser()
  const problems: string[] = []
  // One list is fetched on the server, one in the browser.
  for (const path of ['/', '/shop']) {
    const page = await browser.newPage()
    await page.goto(origin + path)
    const items = page.locator('li')
    await items
      .nth(2)
      .waitFor({ timeout: 60_000 })
      .catch(() => undefined)
    const shown = (await items.allTextContents()).join()
    if (shown !== firstThree) problems.push(`${path} showed ${shown}`)
  }
  const { status } = await fetch(`${origin}/v1/pets`, { headers: { authorization: 'Bearer test_pro' } })
  return status === 200 ? problems : [...problems, `the route handler answered ${status}`]
}

/** Waits until a server answers, for at most a minute. */
async function answering(origin: string): Promise<void> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    if (
      await fetch(origin).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${origin} did not answer within a minute.`)
}
