import { useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { sessionMemory } from '../panel-location.ts'
import type { Texts } from './form.tsx'

const name = 'animal-store-panel.drafts'

const readDrafts = () => JSON.parse(sessionMemory().getItem(name) ?? '{}') as Partial<Record<string, Texts>>

/** Whether something is written in a form and not sent. */
export const useHasDraft = (form: string) => `${usePanel().sandbox} ${form}` in readDrafts()

/**
 * The texts of a form: what was written and not sent, else the first. Its form may be closed, or the page loaded anew, and
 * it is there again. @param form its name; a form without one forgets
 */
export function useDraft(form: string | undefined, first: Texts) {
  const key = `${usePanel().sandbox} ${form}`
  const [texts, setTexts] = useState(readDrafts()[key] ?? first)
  const isDraftOf = (given: Texts) => Object.entries(given).some(([field, text]) => text !== (first[field] ?? ''))
  const write = (next: Texts) => {
    setTexts(next)
    const { [key]: _, ...others } = readDrafts()
    const drafts = form !== undefined && isDraftOf(next) ? { ...others, [key]: next } : others
    try {
      sessionMemory().setItem(name, JSON.stringify(drafts))
    } catch {
      // It is longer than a tab may keep.
    }
  }
  return { texts, write, isDraft: isDraftOf(texts) }
}
