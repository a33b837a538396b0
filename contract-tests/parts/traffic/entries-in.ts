import { isObject } from '../../../spec/index.ts'

/** The entries of a recording, to be read by `readEntry`: those of a HAR file or of an array, else one a line. */
export function entriesIn(recording: string): readonly unknown[] {
  const text = recording.replace(/^\uFEFF/, '')
  try {
    // Bodies are texts in it, so no integer of a body is rounded here.
    const whole: unknown = JSON.parse(text)
    const entries = isObject(whole) && isObject(whole['log']) ? whole['log']['entries'] : whole
    return Array.isArray(entries) ? (entries as unknown[]) : [entries]
  } catch {
    return text.split('\n').filter((line) => line.trim() !== '')
  }
}
