import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { lastingMemory } from '../place.ts'
import { Icon } from './icons.tsx'

const name = 'animal-store-panel.theme'
const themes = ['system', 'light', 'dark'] as const

/** Goes from the colours of the system to light ones, and to dark ones. The browser keeps the choice. */
export function ThemeButton() {
  const [memory] = useState(lastingMemory)
  const [theme, setTheme] = useState(() => themes.find((one) => one === memory.getItem(name)) ?? 'system')
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const panel = button.current?.closest<HTMLElement>('.panel')
    if (panel) panel.style.colorScheme = theme === 'system' ? '' : theme
    memory.setItem(name, theme)
  }, [theme])
  return (
    <button
      ref={button}
      type="button"
      class="button quiet small"
      aria-label={`Colours: ${theme}`}
      title={`Colours: ${theme}`}
      onClick={() => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system')}
    >
      <Icon name={theme} />
    </button>
  )
}
