import { counted, printable, silences } from '../../../spec/index.ts'
import { type Reliance, type Reliances, type Tried, shortChoices } from './relies-on.ts'

/** What a client relies on, in words. */
export function reliancesText(found: Reliances, profile: string | undefined): string {
  const { calls, tried, unnoticed, reliesOn, problem } = found
  const runs = tried.length + unnoticed
  const lines = [
    ...tried.flatMap(triedLines),
    ...(tried.length === 0 ? [] : ['']),
    ...reliesOn.flatMap(relianceLines),
    ...(runs === 0
      ? []
      : [
          `${counted(calls, 'call')}. ${counted(tried.length, 'alternative')} tried; ` +
            `${unnoticed} more change none of the answers.`,
        ]),
    ...(problem === undefined ? [] : [problem]),
    verdict(found, profile),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function triedLines({ choices, failure, changed, firstCall, lastLines }: Tried): readonly string[] {
  const what = `${failure === undefined ? '✓' : '✗'} ${shortChoices(choices)}`
  if (failure === undefined) return [what]
  const first = `  ${failure}; ${counted(changed, 'answer')} changed, first that of ${firstCall}`
  return [what, first, ...lastLines.map((line) => `  | ${line}`)]
}

function relianceLines({ silence, choice, failsUnder, profileHas }: Reliance): readonly string[] {
  const { section, question = '' } = silences.find(({ id }) => id === silence) ?? {}
  return [
    `Your client relies on ${silence}=${choice}, which the service never promised (section ${section}).`,
    `  question  ${question}`,
    `  fails     with ${failsUnder.map((other) => other.slice(0, 100)).join(', ')}`,
    `  try it    animal-store mock --choose '${silence}=${failsUnder[0]}'`,
    ...(profileHas === undefined ? [] : [`  profile   has ${profileHas}`]),
    '',
  ]
}

function verdict({ reliesOn, isSafe, problem, tried, exitCode }: Reliances, profile: string | undefined): string {
  if (profile === undefined) {
    if (exitCode === 3) return 'Could not tell.'
    if (reliesOn.length === 0) return 'Your client relies on nothing that the interface leaves open.'
    return `Your client relies on ${counted(reliesOn.length, 'choice')} that the service never promised.`
  }
  if (isSafe === true) return `Safe to deploy: your client passes with the choices of ${profile}.`
  const culprits = reliesOn.filter(({ profileHas }) => profileHas !== undefined)
  if (isSafe === false) {
    const why = culprits.map(
      ({ silence, choice, profileHas }) =>
        `your client relies on ${silence}=${choice}, and ${profile} has ${profileHas}`,
    )
    return `Not safe to deploy: ${why.join('; ') || `your client fails when all choices of ${profile} come together`}.`
  }
  const open = reliesOn.map(({ silence }) => silence).join(', ')
  if (problem !== undefined || tried.length === 0 || open === '') return 'Could not tell.'
  return `Could not tell: ${profile} does not say what the service does about ${open}.`
}
