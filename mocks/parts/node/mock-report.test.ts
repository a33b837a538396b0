import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../../scripts/testing/temp-folder.ts'
import { createAnimalStore } from '../../entry.ts'
import { get } from '../../testing/test-calls.ts'
import { mockReport } from './mock-report.ts'

// The panel may not be built.
vi.mock('../../http/panel-files.ts', () => ({ ownPanelFiles: () => async () => ({ type: '', body: '/* panel */' }) }))

const folder = tempFolder()

test('writes what a sandbox has as one page', async () => {
  const store = createAnimalStore()
  await store.answer(get('/v1/pets/999', 'test_pro.pr-17'))
  const file = join(folder, 'reports/out.html')
  await mockReport(store, file, { sandbox: 'pr-17', test: 'finds no animal' })
  const page = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(page).toContain('<title>Animal Store mock: finds no animal</title>')
  expect(page).toContain('"target":"/v1/pets/999"')
  // The only sandbox that was called.
  await mockReport(store, file)
  expect(readFileSync(file, 'utf8')).toContain('"target":"/v1/pets/999"')
  await store.answer(get('/v1/pets'))
  await mockReport(store, file)
  expect(readFileSync(file, 'utf8')).not.toContain('"target":"/v1/pets/999"')
  expect(readFileSync(file, 'utf8')).toContain('"elsewhere":[{"sandbox":"pr-17","calls":1}]')
})

test('says why there is no page', async () => {
  const file = join(folder, 'none.html')
  await expect(mockReport(createAnimalStore(), file, { sandbox: 'gone' })).rejects.toThrow('no sandbox "gone"')
  const misspelt = { sandbx: 'gone' } as object
  await expect(mockReport(createAnimalStore(), file, misspelt)).rejects.toThrow('Did you mean "sandbox"?')
  await expect(mockReport(createAnimalStore(), folder)).rejects.toThrow('EISDIR')
})
