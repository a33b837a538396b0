/** A value as `console.log` of Node prints it, as far as the examples need it. */
export function printed(value: unknown): string {
  return typeof value === 'string' ? value : inner(value)
}

function inner(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(inner).join(', ')} ]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, its]) => `${name}: ${inner(its)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
