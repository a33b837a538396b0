import { expect, test } from 'vitest'
import { watchHeap } from './heap.ts'

test('the heap is flat over 50,000 calls once everything is warm', { timeout: 120_000 }, async () => {
  const { calls, growth } = await watchHeap(50_000)
  expect(calls).toBeGreaterThanOrEqual(50_000)
  expect(growth).toBeLessThan(0.05)
})
