import { createAnimalStore } from 'animal-store-kit'
import { redisState } from 'animal-store-kit/redis'

const prefix = `peers-${process.pid}`
const states = [1, 2].map(() => redisState({ url: process.env.REDIS_URL, prefix }))
const [one, other] = states.map((state) => createAnimalStore({ dataset: 'one', state }))
const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
await one.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' })
const list = await (await other.fetch('/v1/pets', { headers })).json()
await Promise.all(states.map((state) => state.close()))
if (list.length !== 2) throw new Error(`not shared: ${JSON.stringify(list)}`)
