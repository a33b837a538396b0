import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ReadOnlyError } from './index.ts'
import { runContract } from '../index.ts'
import { list } from '../probes/list.ts'
import { askCreate } from '../exchange/questions.ts'

test('a read-only run sends nothing but GET, whatever a probe asks for', async () => {
  const arrived: (string | undefined)[] = []
  const server = http.createServer(({ method }, response) => {
    arrived.push(method)
    response.end('[]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  // A probe that does not say that it writes.
  const careless = vi.spyOn(list, 'run').mockImplementation(async (session) => {
    await session.exchange(askCreate({ name: 'Rex', categoryId: 1 }))
    return []
  })
  onTestFinished(() => careless.mockRestore())
  const options = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'some-key', only: ['list'] }
  await expect(runContract({ ...options, readOnly: true })).rejects.toThrow(ReadOnlyError)
  expect(arrived).toEqual(['GET'])
  await runContract(options)
  expect(arrived).toEqual(['GET', 'GET', 'POST'])
})
