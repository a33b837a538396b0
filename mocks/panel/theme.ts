import { useEffect, useState } from 'preact/hooks'
import { lastingMemory } from './panel-location.ts'

/** The colours of the panel: those of the system, or others that a person chose. */
export const themes = ['system', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

const themeName = 'animal-store-panel.theme'

const chosen = new EventTarget()

/** Shows other colours, also the next time. */
export function chooseTheme(theme: Theme): void {
  lastingMemory().setItem(themeName, theme)
  chosen.dispatchEvent(new CustomEvent('theme', { detail: theme }))
}

/** The colours that were chosen last. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(() => {
    const kept = lastingMemory().getItem(themeName)
    return themes.find((one) => one === kept) ?? 'system'
  })
  useEffect(() => {
    const onChosen = (event: Event) => setTheme((event as CustomEvent<Theme>).detail)
    chosen.addEventListener('theme', onChosen)
    return () => chosen.removeEventListener('theme', onChosen)
  }, [])
  return theme
}
