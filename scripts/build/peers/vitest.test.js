import { createAnimalStore } from 'animal-store-kit'
import { toBehave } from 'animal-store-kit/conduct'
import { describeContract } from 'animal-store-kit/contract/vitest'
import { startServer } from 'animal-store-kit/server'
import { expect, test } from 'vitest'

expect.extend({ toBehave })
const store = createAnimalStore()
const server = await startServer({ store, port: 0 })
describeContract({ baseUrl: `${server.url}/v1`, apiKey: 'test_pro' })

test('the matcher of the kit', async () => {
  const headers = { authorization: 'Bearer test_pro.other' }
  await fetch(`${server.url}/v1/pets`, { headers })
  await expect(store.sandbox('other')).toBehave()
})
