import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { NoChromiumError, findChromium } from './chromium.ts'
import { tempFolder } from './temp-folder.ts'

test('takes the Chromium of CHROMIUM_PATH before any other', async () => {
  const told = program('my-browser')
  const found = await findChromium({ CHROMIUM_PATH: told.file, PATH: program('chromium').folder })
  expect(found.executablePath).toBe(told.file)
})

test('takes the first Chromium or Chrome on PATH', async () => {
  const chrome = program('google-chrome')
  const path = ['', join(chrome.folder, 'empty'), chrome.folder, program('chromium').folder].join(delimiter)
  expect((await findChromium({ PATH: path })).executablePath).toBe(chrome.file)
})

test('refuses a CHROMIUM_PATH that leads nowhere, whatever else is there', async () => {
  const search = findChromium({ CHROMIUM_PATH: '/nowhere/chromium', PATH: program('chromium').folder })
  await expect(search).rejects.toThrow(NoChromiumError)
  await expect(search).rejects.toThrow('"/nowhere/chromium" is not a file that can be run')
})

function program(name: string): { readonly file: string; readonly folder: string } {
  const folder = tempFolder()
  const file = join(folder, name)
  writeFileSync(file, '', { mode: 0o755 })
  return { file, folder }
}
