import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harEnd, harEntry, harStart } from '../../../spec/har.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const folder = tempFolder()
const key = 'a-key-nobody-may-read'
const list = '[{"id":1,"name":"Rex","categoryId":1},{"id":2,"name":"Tom","categoryId":1}]'

function har(path: string): string {
  const now = Date.now()
  const entry = harEntry({
    startedAtMilliseconds: now,
    tookMilliseconds: 5,
    method: 'GET',
    url: `https://staging.example/v1${path}`,
    requestHeaders: [['Authorization', `Bearer ${key}`]],
    status: 200,
    responseHeaders: [
      ['Content-Type', 'application/json'],
      ['X-RateLimit-Limit', '60'],
      ['X-RateLimit-Remaining', '59'],
      ['X-RateLimit-Reset', String(Math.ceil(now / 1000) + 60)],
    ],
    body: { text: list, size: list.length },
  })
  return `${harStart}${JSON.stringify(entry)}${harEnd}`
}

function check(content: string, ...flags: readonly string[]) {
  const file = join(folder, 'traffic.har')
  writeFileSync(file, content)
  return printed('check', file, ...flags)
}

test('good traffic ends with 0, what is broken with 1 and its clause, and no key is shown', async () => {
  const good = await check(har('/pets'))
  expect(good.code).toBe(0)
  expect(good.out).toMatch(/1 exchange judged\.\n✓ All \d+ clauses that were tested held, \d+ not applicable\n$/)
  const broken = await check(har(`/pets?limit=1&key=${key}`), '--report', `json=${join(folder, 'last.json')}`)
  expect(broken.code).toBe(1)
  expect(broken.out).toContain('✗ broken  4.1/limit-most  listPets')
  expect(broken.out).toContain('→ 200, exchange 1\n')
  expect(broken.out).not.toContain('again')
  expect(broken.out + readFileSync(join(folder, 'last.json'), 'utf8')).not.toContain(key)
  const again = await check(har('/pets?limit=1'), '--baseline', join(folder, 'last.json'), '--only-new')
  expect([again.code, again.out.includes('0 new, 1 as before')]).toEqual([0, true])
})

test.each<[string, string, readonly string[], string]>([
  ['no exchange of the service', har('/owners'), [], 'Nothing of the service could be judged.'],
  ['other entries in it', `{"hello":1}\n${har('/pets')}`, [], 'Some entries are not of HAR'],
  ['another address', har('/pets'), ['--url', 'https://api.example/v1'], '1 for other addresses'],
])('%s is never green', async (_name, content, flags, reason) => {
  const { code, out } = await check(content, ...flags)
  expect(code).toBe(3)
  expect(out).toContain(reason)
  expect(out).toContain('Inconclusive')
})
