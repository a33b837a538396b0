import { expect, test } from 'vitest'
import { growth, watchHeap } from './heap.ts'

test('the heap is flat over 50,000 calls once everything is warm', { timeout: 120_000 }, async () => {
  const story = await watchHeap(50_000)
  expect(story.calls).toBeGreaterThanOrEqual(50_000)
  expect(growth(story)).toBeLessThan(0.05)
})
