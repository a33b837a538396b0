import { expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '../../scripts/testing/serve.ts'
import { runContract } from '../index.ts'
import { list } from '../probes/list.ts'
import { askCreate } from '../exchange/questions.ts'

test('a read-only run sends nothing but GET, whatever a probe asks for', async () => {
  const arrived: (string | undefined)[] = []
  const { url } = await serve(({ method }, response) => {
    arrived.push(method)
    response.end('[]')
  })
  // A probe that does not say that it writes.
  const careless = vi.spyOn(list, 'run').mockImplementation(async (session) => {
    await session.exchange(askCreate({ name: 'Rex', categoryId: 1 }))
  })
  onTestFinished(() => careless.mockRestore())
  const options = { baseUrl: url, apiKey: 'some-key', only: ['list'] }
  await expect(runContract({ ...options, readOnly: true })).rejects.toThrow('Cannot send POST /pets')
  expect(arrived).toEqual(['GET'])
  await runContract(options)
  expect(arrived).toEqual(['GET', 'GET', 'POST'])
})
