import { writeJson } from '../../spec/json.ts'
import { silences } from '../../spec/silences.ts'
import type { Made } from './spec.ts'

const notice = (source: string) => `// Made from ${source} by \`npm run make\`. Change that, not this file.`

/** The choices of each silence without their texts, which a tab needs only when the panel opens. */
export function makeChoices(): Made {
  const rows = silences.map(({ id, default: usual, choices, form }) => {
    const further = form === undefined ? '' : `, form: { shape: ${writeJson(form.shape)}, accepts: ${form.accepts} }`
    return `  '${id}': { usual: ${writeJson(usual)}, named: ${writeJson(Object.keys(choices))}${further} },`
  })
  const types = silences.map(({ id, choices, form }) => {
    const named = Object.keys(choices).map((choice) => `'${choice}'`)
    return `  readonly '${id}': ${[...named, ...(form === undefined ? [] : ['(string & {})'])].join(' | ')}`
  })
  return {
    'spec/made/choices.ts': `${notice('spec/silences.ts')}

/** A choice for each silence. A string is any text of its form. */
export type Profile = {
${types.join('\n')}
}

/** The id of a silence. */
export type SilenceId = keyof Profile

/** What a silence allows: named choices, and choices of a form. */
export type Choices = {
  readonly usual: string
  readonly named: readonly string[]
  readonly form?: { readonly shape: string; readonly accepts: RegExp }
}

/** The choices of each silence, in the order of the interface. */
export const choices: Readonly<Record<SilenceId, Choices>> = {
${rows.join('\n')}
}
`,
  }
}

/** The ids of faults and of error codes without the rest, which few tabs need. */
export async function makeIds(): Promise<Made> {
  // They read the choices, which were written just now.
  const { errorCodes } = await import('../../mocks/entry.ts')
  const { registered } = await import('../../mocks/all.ts')
  const ids = (source: string, name: string, all: readonly string[]) => `${notice(source)}

export const ${name}Ids = [
${all.map((id) => `  '${id}',`).join('\n')}
] as const
`
  const faultIds = (await registered.faults?.load())?.map(({ id }) => id)
  return {
    ...(faultIds && { 'mocks/parts/faults/made/fault-ids.ts': ids('mocks/parts/faults/', 'fault', faultIds) }),
    'mocks/call/made/error-codes.ts': `${ids('mocks/call/described-error-codes.ts', 'errorCode', Object.keys(errorCodes))}
export type ErrorCode = (typeof errorCodeIds)[number]
`,
  }
}
