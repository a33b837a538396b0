import { printable } from '../../spec/index.ts'
import type { FindingResult } from '../verdict/result.ts'
import { type Piece, differencesOf } from './differences.ts'
import { type LineStyle, type Paint, painter, wrapped } from './lines.ts'
import { type ReportOptions, findingFacts } from './summary.ts'

// The width of the labels.
const indent = 12
const sideColours = { expected: 'green', received: 'red' } as const

/** What a report says of a finding, a label and a text each, as lines for a terminal. */
export function terminalFacts(finding: FindingResult, options: ReportOptions & LineStyle): readonly string[] {
  const { width } = options
  const paint = painter(options)
  const differences = differencesOf(finding)
  return findingFacts(finding, options).flatMap(([label, text]) => {
    const first = `  ${paint('dim', label.padEnd(9))} `
    // A command stays in one line, so that it can be copied.
    if (label === 'show' || label === 'again') return [`${first}${printable(text)}`]
    if (label !== 'expected' && label !== 'received') return wrapped(first, printable(text), indent, width)
    const marked = differences?.[label].map((piece) => markedPiece(piece, paint)).join('') ?? printable(text)
    const [line = '', ...others] = wrapped('', marked, indent, width)
    return [`${first}${paint(sideColours[label], line)}`, ...others.map((other) => paint(sideColours[label], other))]
  })
}

/** What differs is shown in reverse, and a blank in it as a sign. */
function markedPiece([text, differs]: Piece, paint: Paint): string {
  return differs ? paint('inverse', printable(text).replaceAll(' ', '␣')) : printable(text)
}
