const units = [
  ['day', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A length of time in its two largest units, such as `4 min 12 s`. */
export function durationText(seconds: number): string {
  let rest = Math.max(0, Math.ceil(seconds))
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return count === 0 ? [] : [`${count} ${unit === 'day' && count > 1 ? 'days' : unit}`]
  })
  return parts.slice(0, 2).join(' ') || '0 s'
}
