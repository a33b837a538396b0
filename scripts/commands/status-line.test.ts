import { expect, test } from 'vitest'
import { statusLine } from './shell.ts'

/** What is printed when there is news `times` times, each after so many milliseconds. */
function printed(times: number, milliseconds: number, columns: number | undefined): string[] {
  let now = 0
  const texts: string[] = []
  const line = statusLine({ err: (text) => texts.push(text), columns }, () => now)
  for (let time = 1; time <= times; time++) {
    now += milliseconds
    line.show(() => `${time} done`)
  }
  line.clear()
  return texts
}

test('a terminal shows one line, five times a second, that is gone in the end', () => {
  const shown = ['\r\u001B[K10 done', '\r\u001B[K12 done', '\r\u001B[K14 done']
  expect(printed(14, 100, 80)).toEqual([...shown, '\r\u001B[K'])
})

test('a log stays as it is', () => {
  expect(printed(14, 1000, undefined)).toEqual([])
})
