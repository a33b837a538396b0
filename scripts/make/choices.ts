import { writeJson } from '../../spec/json.ts'
import { silences } from '../../spec/silences.ts'
import type { Made } from './make.ts'

/** The choices of each silence apart from their texts, which a tab needs only when the panel opens. */
export function makeChoices(): Made {
  const rows = silences.map(({ id, default: usual, choices, form }) => {
    const further = form === undefined ? '' : `, form: { shape: ${writeJson(form.shape)}, accepts: ${form.accepts} }`
    return `  '${id}': { usual: ${writeJson(usual)}, named: ${writeJson(Object.keys(choices))}${further} },`
  })
  const lines = [
    '// Made from spec/silences.ts by `npm run make`. Change that, not this file.',
    "import type { SilenceId } from '../silences.ts'",
    '',
    '/** What a silence allows: choices by name, and those of a form. */',
    'export type Choices = {',
    '  readonly usual: string',
    '  readonly named: readonly string[]',
    '  readonly form?: { readonly shape: string; readonly accepts: RegExp }',
    '}',
    '',
    '/** The choices of each silence, in the order of the interface. */',
    'export const choices: Readonly<Record<SilenceId, Choices>> = {',
    ...rows,
    '}',
    '',
  ]
  return { 'spec/made/choices.ts': lines.join('\n') }
}
