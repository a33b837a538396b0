import type { InterfaceCall } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { defaultSandboxName } from '../../../keys/keys.ts'
import type { Panel } from '../panel-context.tsx'

/** The init of a `fetch` that sends a call, as code. */
function initOf({ method, headers, body }: InterfaceCall, indent: string, isPatient = true): string {
  const parts = [
    ...(method === 'GET' ? [] : [`method: ${text(method)}`]),
    ...(Object.keys(headers).length === 0 ? [] : [`headers: ${JSON.stringify(headers)}`]),
    ...(body === undefined || body === '' ? [] : [`body: ${text(body)}`]),
    ...(isPatient ? [] : ['signal: AbortSignal.timeout(100)']),
  ]
  return `{\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}}`
}

/** The same call as code that asks an address. */
export function fetchCode(origin: string, call: InterfaceCall): string {
  return `const response = await fetch(${text(origin + call.target)}, ${initOf(call, '')})`
}

const packageName = 'animal-store-kit'

/** A test in Vitest that brings a mock of its own to the same answer, as far as its start and what was forced decide it. */
export function vitestCode(
  call: InterfaceCall,
  { status, scenario, fault, response, steps }: JournalEntry,
  {
    sandbox,
    lists: { dataset, datasets },
    view,
  }: Pick<Panel, 'sandbox' | 'view'> & { readonly lists: Pick<Panel['lists'], 'dataset' | 'datasets'> },
): string {
  const profile = view?.choices ?? {}
  const usual = datasets.find(({ name }) => name === dataset.name)?.count
  const options = [
    dataset.name === null ? '/* its own animals */' : `dataset: ${text(dataset.name)}`,
    ...(usual === undefined || usual === dataset.animals ? [] : [`count: ${dataset.animals}`]),
    ...(Object.keys(profile).length === 0 ? [] : [`profile: ${JSON.stringify(profile)}`]),
  ].join(', ')
  const at = sandbox === defaultSandboxName ? '' : text(sandbox)
  // Whoever held it, or gave it up, decided how it ended.
  const isEnded = steps.some(({ heldMilliseconds }) => heldMilliseconds !== undefined)
  const played = isEnded ? response.effect : scenario
  const asked = `store.fetch(${text(call.target)}, ${initOf(call, '  ', response.effect !== 'hang')})`
  const lines = [
    '// A mock of its own, as that one began: animals, quotas and the time as they were changed since are not there.',
    `const store = createAnimalStore({ ${options} })`,
    ...(played === null || played === 'recorded' ? [] : [`store.sandbox(${at}).play(${text(played)}, { calls: 1 })`]),
    ...(fault === null ? [] : [`store.sandbox(${at}).set({ fault: ${text(fault)} })`]),
    ...(response.effect === null
      ? [
          `const response = await ${asked}`,
          `expect(response.status).toBe(${status})`,
          // The id of a new animal is another one where other animals were added before.
          ...(status === 201 ? [] : [`expect(await response.text()).toBe(${text(response.body)})`]),
        ]
      : [`await expect(${asked}).rejects.toThrow()`]),
  ]
  return `import { createAnimalStore } from '${packageName}'
import { expect, test } from 'vitest'

test(${text(`${call.method} ${call.target} is answered with ${response.effect ?? status}`)}, async () => {
${lines.map((line) => `  ${line}\n`).join('')}})
`
}

/** A text as code, in single quotes as far as that is plain. */
function text(value: string): string {
  return /['\\\p{Cc}\u2028\u2029]/u.test(value) ? JSON.stringify(value) : `'${value}'`
}
