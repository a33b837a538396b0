import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { findDataset } from '../../fixtures/index.ts'
import { createAnimalStore } from '../entry.ts'
import { AnimalFileError, createControl, openAnimalFile, startServer } from './index.ts'

test('code alone serves the control API and keeps the animals in a file', async () => {
  const path = join(tempFolder(), 'animals.state')
  const pets = await findDataset('demo').load({ count: 3 })
  const serve = async () => {
    const file = await openAnimalFile(path, { dataset: 'demo', seed: 1, pets })
    const store = createAnimalStore({ dataset: 'demo', count: 3, animals: file })
    const server = await startServer({ store, port: 0, control: createControl(store) })
    return { file, server }
  }
  const first = await serve()
  await expect(openAnimalFile(path, { dataset: 'demo', seed: 1, pets })).rejects.toThrow(AnimalFileError)
  const created = await fetch(`${first.server.url}/v1/pets`, {
    method: 'POST',
    headers: { authorization: 'Bearer test_pro', 'content-type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  })
  expect(created.status).toBe(201)
  await first.server.close()
  await first.file.close()
  const second = await serve()
  const shown = await fetch(`${second.server.url}/_mock/sandboxes/default`)
  expect(await shown.json()).toMatchObject({ animals: 4 })
  await second.server.close()
  await second.file.close()
})
