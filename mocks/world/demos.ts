/** States to show the product with, by name; each is a state link. */
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

/** The link of a demo, or the text as it is. */
export function demoLink(text: string): string {
  const demo = Object.entries(demos).find(([name]) => name === text.trim())
  return demo?.[1].link ?? text
}
