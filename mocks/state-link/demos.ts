/** Demos by name; each is a state link. */
export const demos = {
  'first-look': { summary: '60 animals that look good, real time, nothing in the way', link: 'dataset=demo' },
  'busy-minute': {
    summary: 'the list is refused three times with a 429, then it comes',
    link: 'dataset=demo&scenario=rate-limited:listPets:3',
  },
  'slow-network': { summary: 'every answer takes three seconds', link: 'dataset=demo&scenario=slow' },
  'last-seconds-of-getpet': {
    summary: 'getPet is removed half a minute from now',
    link: 'dataset=demo&clock=2030-12-04T23:59:30Z',
  },
  'strict-service': {
    summary: 'unknown members, unknown categories and odd names are refused',
    link: 'dataset=demo&unknown-fields=reject&category-check=known&name-check=strict',
  },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly link: string }>>

/** A snapshot whose name begins so is the start of a demo: spec/decisions/0042-state-as-a-link.md. */
export const demoPrefix = 'demo-'

/** The name of the demo that a text names, if it does. */
export function demoOf(text: string): keyof typeof demos | undefined {
  const name = text.trim()
  return Object.hasOwn(demos, name) ? (name as keyof typeof demos) : undefined
}
