// Uses the installed package as a user would, on any runtime: node, bun and deno run this file in a folder that has it.
import { createAnimalStore, scenarios } from 'animal-store-kit'
import { runContract } from 'animal-store-kit/contract'
import { demo } from 'animal-store-kit/fixtures'
import { handlers } from 'animal-store-kit/msw'
import { startServer } from 'animal-store-kit/server'

const store = createAnimalStore({ dataset: 'demo' })
const headers = { authorization: 'Bearer test_pro' }
expect('store.fetch', (await store.fetch('/v1/pets', { headers })).status, 200)
store.sandbox().play('rate-limited', { calls: 1 })
expect('a scenario', (await store.fetch('/v1/pets', { headers })).status, 429)
expect('scenarios', scenarios.length > 10, true)
expect('datasets', demo.name, 'demo')
expect('handlers for MSW', handlers(store, { baseUrl: 'https://api.example.com/v1' }).length > 3, true)

const server = await startServer({ store: createAnimalStore(), port: 0 })
const response = await fetch(`${server.url}/v1/pets?limit=2`, { headers })
expect('a server', (await response.json()).length, 2)
const { exitCode, findings } = await runContract({ baseUrl: `${server.url}/v1`, apiKey: 'test_pro' })
expect('the contract suite', `${exitCode} ${JSON.stringify(findings)}`, '0 []')
await server.close()

function expect(what, found, expected) {
  console.log(found === expected ? `ok: ${what}` : `not ok: ${what} is ${found}, expected ${expected}`)
  if (found !== expected) throw new Error(what)
}
