import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Drawer } from './drawer.ts'
import { usePanel } from './panel-context.tsx'
import { lastingMemory } from './panel-location.ts'
import { BackToStart } from './sections/sandboxes/sandboxes-link.tsx'
import { Icon } from './ui/icons.tsx'
import { Badge, CloseButton, IconButton } from './ui/layout.tsx'
import { useResource } from './use-resource.ts'
import type { Clock, Sandbox } from '../../spec/made/control-types.ts'
import { visibleText } from './visible-text.ts'

/** How often the list of sandboxes is asked for. */
const listMilliseconds = 5000

/** The head of the panel: which sandbox, what time it is there, and what is on. */
export function Header({ onCommands, drawer }: { onCommands: () => void; drawer: Drawer | undefined }) {
  const { transport, lists, isLost } = usePanel()
  return (
    <header class="top">
      <p class="brand">
        <Icon name="animals" />
        <span>Animal Store</span> <small>{lists.deployment === null ? 'mock' : 'proxy'}</small>
      </p>
      {lists.deployment === null ? <SandboxGlance /> : <p class="muted">{lists.deployment}</p>}
      <div class="row">
        <p class="connection" role="status">
          <span style={{ color: isLost ? 'var(--bad)' : 'var(--good)' }} aria-hidden="true">
            ●
          </span>
          <span>{isLost ? 'no answer' : transport.isServer ? 'connected' : 'in this tab'}</span>
        </p>
        <IconButton icon="commands" label="Commands" title="Commands (Ctrl K)" onClick={onCommands} />
        <ThemeButton />
        {drawer && <DrawerButtons drawer={drawer} />}
      </div>
    </header>
  )
}

function SandboxGlance() {
  const panel = usePanel()
  const { sandbox, view } = panel
  const { value: all = [] } = useResource<Sandbox[]>('/_mock/sandboxes', listMilliseconds)
  const names = [...new Set([sandbox, ...all.map(({ name }) => name)])].toSorted()
  return (
    <>
      <label class="sandbox-picker">
        <span>Sandbox</span>
        <select value={sandbox} onChange={(event) => panel.openSandbox(event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {visibleText(name)}
            </option>
          ))}
        </select>
      </label>
      <div class="glance">
        <BackToStart />
        {view && (
          <Chip section="clock">
            <span class="visually-hidden">Clock: </span>
            <time dateTime={view.clock.now}>{shortTime(view.clock)}</time>
            {view.clock.mode === 'real' ? null : <Badge kind="info">{view.clock.mode}</Badge>}
          </Chip>
        )}
        {view?.scenarios[0] && (
          <Chip section="scenarios">
            <Badge kind="warn">{view.scenarios[0]}</Badge>
            {view.scenarios.length > 1 ? ` +${view.scenarios.length - 1}` : ''}
          </Chip>
        )}
        {view?.fault && (
          <Chip section="scenarios" detail="faults">
            <Badge kind="bad">{`fault ${view.fault.id}`}</Badge>
          </Chip>
        )}
      </div>
    </>
  )
}

function Chip(props: { section: string; detail?: string; children: ComponentChildren }) {
  const panel = usePanel()
  return (
    <button type="button" class="button small chip" onClick={() => panel.go(props.section, props.detail)}>
      {props.children}
    </button>
  )
}

/** The time of a clock in UTC, as the interface counts, and the day where it may be any. */
function shortTime({ mode, now }: Clock): string {
  return `${mode === 'real' ? '' : `${now.slice(0, 10)} `}${now.slice(11, 19)} UTC`
}

const themeName = 'animal-store-panel.theme'
const themes = ['system', 'light', 'dark'] as const

/** Goes from the colours of the system to light ones, and to dark ones. The browser keeps the choice. */
function ThemeButton() {
  const [memory] = useState(lastingMemory)
  const [theme, setTheme] = useState(() => themes.find((one) => one === memory.getItem(themeName)) ?? 'system')
  const anchor = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const panel = anchor.current?.closest<HTMLElement>('.panel')
    if (panel) panel.style.colorScheme = theme === 'system' ? '' : theme
    memory.setItem(themeName, theme)
  }, [theme])
  const next = () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system')
  return (
    <span ref={anchor} style={{ display: 'contents' }}>
      <IconButton icon={theme} label={`Colours: ${theme}`} onClick={next} />
    </span>
  )
}

/** What can be done with the drawer that the panel is in: docked, made small, closed. */
function DrawerButtons({ drawer }: { drawer: Drawer }) {
  const [{ dock, isSmall }, setLayout] = useState(drawer.layout)
  const other = dock === 'right' ? 'bottom' : 'right'
  const size = isSmall ? 'Show all of the panel' : 'Make the panel small'
  return (
    <>
      <IconButton
        icon={other}
        label={`Dock at the ${other}`}
        onClick={() => setLayout(drawer.change({ dock: other }))}
      />
      <IconButton
        icon={isSmall ? 'large' : 'small'}
        label={size}
        onClick={() => setLayout(drawer.change({ isSmall: !isSmall }))}
      />
      <CloseButton label="Close the panel" onClick={drawer.close} />
    </>
  )
}
