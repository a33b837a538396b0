import { createAnimalStore } from 'animal-store-kit'
import { runContract } from 'animal-store-kit/contract'
import { startServer } from 'animal-store-kit/server'

const server = await startServer({ store: createAnimalStore(), port: 0 })
const baseUrl = `${server.url}/v1`
const { exitCode, findings } = await runContract({ baseUrl, apiKey: 'test_enterprise', thorough: { requests: 100 } })
await server.close()
if (exitCode !== 0) throw new Error(JSON.stringify([exitCode, findings]))
