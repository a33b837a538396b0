import { styleText } from 'node:util'

const gap = '  '

/**
 * A list as a table. If it is too wide, each row becomes a paragraph.
 * @param width how many characters a line may have; `undefined` for any number
 */
export function tableText(
  rows: readonly object[],
  columns: readonly string[],
  width = Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => columns.map((name) => cellText((row as Readonly<Record<string, unknown>>)[name])))
  const widths = columns.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)))
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join(gap)
      .trimEnd()
  const isNarrow = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) > width
  if (!isNarrow) return [styleText('bold', lineOf(columns)), ...cells.map(lineOf), ''].join('\n')
  const fits = new RegExp(`(.{1,${width - gap.length}})(?: +|$)`, 'g')
  return cells
    .map(([first = '', ...others]) => {
      const lines = others.map((text, at) =>
        text === '' ? '' : `${columns[at + 1]}: ${text}`.replaceAll(fits, `${gap}$1\n`),
      )
      return `${styleText('bold', first)}\n${lines.join('')}`
    })
    .join('\n')
}

function cellText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : `${(value as string | number | null | undefined) ?? ''}`
}
