import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { sessionMemory } from './panel-location.ts'

const name = 'animal-store-panel.theme'

/** Gives the panel around an element the colours that a person chose in this tab, until then those of the system. */
export function useTheme(element: RefObject<HTMLElement | null>): (theme: string) => void {
  const [theme, setTheme] = useState(() => sessionMemory().getItem(name) ?? 'light dark')
  useLayoutEffect(() => {
    element.current?.closest<HTMLElement>('.panel')?.style.setProperty('color-scheme', theme)
    sessionMemory().setItem(name, theme)
  }, [theme])
  return setTheme
}
