import { afterAll, onTestFinished } from 'vitest'

/** Closes something when its test ends or, where no test runs, when its file does: what was opened last first. */
export function atEnd(close: () => unknown): void {
  const hook = async () => void (await close())
  try {
    onTestFinished(hook)
  } catch {
    afterAll(hook)
  }
}
