import type { Transport } from './transport.ts'

/** The tab's own storage; where the browser keeps it from the page, a place that is forgotten with the page. */
export function sessionMemory(): Transport['memory'] {
  try {
    return sessionStorage
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    }
  }
}
