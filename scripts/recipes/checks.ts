import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Check {
  /** The code with which the lines of the page end. Default: 0. */
  readonly code?: number
  /** Looks at what the page made. @returns what does not hold */
  readonly look?: (folder: string) => Promise<string[]>
}

/** What is looked at beside the lines of a page. */
export const checks: Readonly<Record<string, Check>> = {
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
