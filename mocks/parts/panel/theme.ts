import { useState } from 'preact/hooks'
import { lastingMemory } from './panel-location.ts'

/** The colours of the panel: those of the system, or others that a person chose. */
export const themes = ['system', 'light', 'dark'] as const

export type Theme = (typeof themes)[number]

const themeName = 'animal-store-panel.theme'

/** The colours that were chosen last, here or at an earlier visit, and how to choose others. */
export function useTheme() {
  const [theme, setTheme] = useState<Theme>(() => {
    const kept = lastingMemory().getItem(themeName)
    return themes.find((one) => one === kept) ?? 'system'
  })
  const chooseTheme = (next: Theme) => {
    lastingMemory().setItem(themeName, next)
    setTheme(next)
  }
  return { theme, chooseTheme }
}
