import { PassThrough, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { linePrinter } from './log.ts'

const leftOutLine = (lines: number) => `${lines} left out`

test('a reader that stands still costs a bounded memory, and learns how much it missed', async () => {
  const stream = new PassThrough({ highWaterMark: 1 })
  const print = linePrinter(stream, leftOutLine)
  const line = 'x'.repeat(99_999)
  for (let index = 0; index < 1000; index++) {
    print(line)
    if (index % 10 === 0) await setImmediate()
  }
  expect(stream.writableLength + stream.readableLength).toBeLessThan(1_300_000)
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await expect.poll(() => stream.writableLength).toBe(0)
  print('last')
  await expect.poll(() => text).toMatch(/\n9[0-9]{2} left out\nlast\n$/)
  const lines = text.split('\n')
  const written = lines.filter((found) => found === line).length
  expect(written + Number(lines.at(-3)?.split(' ')[0])).toBe(1000)
})

test('a stream that is gone ends the lines, and nothing else', async () => {
  let writes = 0
  const stream = new Writable({
    write(_chunk, _encoding, done) {
      writes++
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  const print = linePrinter(stream, leftOutLine)
  for (let index = 0; index < 5; index++) {
    print('line')
    await setImmediate()
  }
  expect(writes).toBe(1)
})
