import type { Override, Overrides } from '../../call/overrides.ts'

/** The overrides of a fault, which tell when one did something: it returns what it got where it does nothing. */
export function noting(overrides: Overrides, note: () => void): Overrides {
  function told(decided: unknown, made: unknown): unknown {
    if (decided !== made) note()
    return decided
  }
  function notingOf(override: Override<unknown>): Override<unknown> {
    return (usual, context) => {
      let made: unknown
      const decided = override(() => (made = usual()), context)
      return decided instanceof Promise ? decided.then(async (one) => told(one, await made)) : told(decided, made)
    }
  }
  // Whatever a step decides, its override does.
  const entries = Object.entries(overrides) as unknown as [step: string, Override<unknown>][]
  return Object.fromEntries(entries.map(([step, override]) => [step, notingOf(override)]))
}
