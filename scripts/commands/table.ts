/** A table of text: a row has one text for each column. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const gap = '  '
// A column that is wrapped is at least so wide.
const narrowest = 16

/**
 * Formats a table. Where it does not fit, the widest columns are wrapped; where that would not do, each row becomes a
 * paragraph.
 * @param width how many characters a line may have; `undefined` for as many as it takes
 * @param heading makes the line of headings look like one
 */
export function formatTable(table: Table, width: number | undefined, heading = (text: string) => text): string {
  const natural = table.columns.map((name, index) =>
    Math.max(name.length, ...table.rows.map((row) => row[index]?.length ?? 0)),
  )
  const widths = width === undefined ? natural : fit(natural, width)
  if (widths === undefined)
    return table.rows.map((row) => paragraph(table.columns, row, width ?? 0, heading)).join('\n')
  const [head = '', ...lines] = [table.columns, ...table.rows].map((row) => layOutRow(row, widths))
  return [heading(head), ...lines, ''].join('\n')
}

/** Widths that fit, taken from the widest columns; `undefined` if no widths fit. */
function fit(natural: readonly number[], width: number): readonly number[] | undefined {
  const widths = [...natural]
  const room = width - gap.length * (widths.length - 1)
  for (let over = sum(widths) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= narrowest) return undefined
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function layOutRow(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, index) => wrap(text, widths[index] ?? 0))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, index) => (lines[line] ?? '').padEnd(widths[index] ?? 0))
      .join(gap)
      .trimEnd(),
  ).join('\n')
}

/** One row below its first text, each other text with the name of its column. */
function paragraph(
  columns: readonly string[],
  row: readonly string[],
  width: number,
  heading: (text: string) => string,
): string {
  const [first = '', ...others] = row
  const lines = others.flatMap((text, index) => {
    const name = columns[index + 1] ?? ''
    return text === '' ? [] : wrap(`${name}: ${text}`, Math.max(1, width - gap.length)).map((line) => `${gap}${line}`)
  })
  return [heading(wrap(first, width).join('\n')), ...lines, ''].join('\n')
}

/** Breaks text at spaces; a word that is longer than a line is broken, too. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    let rest = line === '' ? word : `${line} ${word}`
    if (rest.length > width && line !== '') {
      lines.push(line)
      rest = word
    }
    while (rest.length > width) {
      lines.push(rest.slice(0, width))
      rest = rest.slice(width)
    }
    line = rest
  }
  return [...lines, line]
}
