import type { FindingResult } from '../verdict/result.ts'

/** Up to which character a body is JSON; `undefined` for other findings, and where the engine or a cut body does not say it. */
export function jsonBreakIn({ expected, exchange: { responseBody } }: FindingResult): number | undefined {
  if (expected.kind !== 'JSON') return undefined
  try {
    JSON.parse(responseBody)
    return undefined
  } catch (error) {
    const [, position = /end of JSON input/.test(String(error)) ? responseBody.length : NaN] =
      /position (\d+)/.exec(String(error)) ?? []
    // A long body was cut at this sign.
    const end = responseBody.endsWith('…') ? responseBody.length - 1 : Infinity
    return Number(position) < end ? Number(position) : undefined
  }
}

const shownCharacters = 40

/** The same in words, with what stands before it. */
export function jsonBreakText(finding: FindingResult): string | undefined {
  const at = jsonBreakIn(finding)
  const { responseBody } = finding.exchange
  if (at === undefined) return undefined
  return `at character ${at} of ${responseBody.length}, after ${responseBody.slice(Math.max(0, at - shownCharacters), at)}`
}
