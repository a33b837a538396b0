import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { brokenLinks } from './packed-links.ts'

test('a link to what is not packed is named; addresses, anchors and pictures are none', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'docs'))
  writeFileSync(
    join(folder, 'README.md'),
    '[a](docs/a.md) [b](https://example.com/b.md) [c](#c) ![d](scripts/pictures/d.png)',
  )
  writeFileSync(join(folder, 'docs/a.md'), '[up](../README.md#c) [gone](../spec/gone.md) [other](b.md)')
  expect(brokenLinks(folder)).toEqual(['docs/a.md leads to spec/gone.md', 'docs/a.md leads to docs/b.md'])
})
