import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ReadOnlyError } from '../client/index.ts'
import { runContract } from '../index.ts'
import type { Probe } from './probe.ts'
import { askCreate } from './questions.ts'

/** A probe that writes, though it says that it does not need to. */
const careless = vi.hoisted(() => ({ run: vi.fn<Probe['run']>() }))

vi.mock('../probes/index.ts', () => ({
  probes: [{ id: 'careless', title: '', clauses: [], needs: [], cost: 1, animals: 0, run: careless.run }],
}))

test('a read-only run sends nothing but GET, whatever a probe asks for', async () => {
  const arrived: (string | undefined)[] = []
  const server = http.createServer(({ method }, response) => {
    arrived.push(method)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  careless.run.mockImplementation(async (session) => {
    await session.exchange(askCreate({ name: 'Rex', categoryId: 1 }))
    return []
  })
  const options = { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'some-key' }
  try {
    await expect(runContract({ ...options, readOnly: true })).rejects.toThrow(ReadOnlyError)
    expect(arrived).toEqual([])
    await runContract(options)
    expect(arrived).toEqual(['POST'])
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})
