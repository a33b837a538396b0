import type { Drawer } from './drawer.ts'
import { usePanel } from './panel-context.tsx'
import { previewPrefix } from './sections/choices/silence-preview.ts'
import { Badge } from './ui/layout.tsx'
import { Icon } from './ui/icons.tsx'
import { DrawerButtons } from './ui/drawer-buttons.tsx'
import { ThemeButton } from './ui/theme-button.tsx'
import { usePolled } from './use-resource.ts'
import { visibleText } from './visible-text.ts'
import type { ClockView, SandboxView } from './views.ts'

/** How often the list of sandboxes is asked for. */
const listMilliseconds = 5000

interface HeaderProps {
  readonly onCommands: () => void
  /** Where the panel lies over another page. */
  readonly drawer: Drawer | undefined
}

/** The head of the panel: which sandbox, what time it is there, and what is on. */
export function Header({ onCommands, drawer }: HeaderProps) {
  const panel = usePanel()
  const { transport, sandbox, view, lists, isLost, version } = panel
  const { value: all = [] } = usePolled<SandboxView[]>(transport, '/_mock/sandboxes', version, listMilliseconds)
  const names = [...new Set([sandbox, ...all.map(({ name }) => name)])]
    .filter((name) => !name.startsWith(previewPrefix))
    .toSorted()
  return (
    <header class="top">
      <p class="brand">
        <Icon name="animals" />
        <span>Animal Store</span> <small>{lists.deployment === null ? 'mock' : 'proxy'}</small>
      </p>
      {lists.deployment === null ? (
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
      ) : (
        <p class="muted">{lists.deployment}</p>
      )}
      <div class="glance">
        {view === undefined || lists.deployment !== null ? null : (
          <>
            <button type="button" class="button small chip" onClick={() => panel.go('clock')}>
              <span class="visually-hidden">Clock: </span>
              <time dateTime={view.clock.now}>{shortTime(view.clock)}</time>
              {view.clock.mode === 'real' ? null : <Badge kind="info">{view.clock.mode}</Badge>}
            </button>
            {view.scenarios.length === 0 ? null : (
              <button type="button" class="button small chip" onClick={() => panel.go('scenarios')}>
                <Badge kind="warn">{view.scenarios[0]}</Badge>
                {view.scenarios.length > 1 ? ` +${view.scenarios.length - 1}` : ''}
              </button>
            )}
            {view.fault === null ? null : (
              <button type="button" class="button small chip" onClick={() => panel.go('scenarios', 'faults')}>
                <Badge kind="bad">{`fault ${view.fault.id}`}</Badge>
              </button>
            )}
          </>
        )}
      </div>
      <div class="row">
        <p class="connection" role="status">
          <span style={{ color: isLost ? 'var(--bad)' : 'var(--good)' }} aria-hidden="true">
            ●
          </span>
          <span>{isLost ? 'no answer' : transport.isServer ? 'connected' : 'in this tab'}</span>
        </p>
        <button
          type="button"
          class="button quiet small"
          aria-label="Commands"
          title="Commands (Ctrl K)"
          onClick={onCommands}
        >
          <Icon name="commands" />
        </button>
        <ThemeButton />
        {drawer && <DrawerButtons drawer={drawer} />}
      </div>
    </header>
  )
}

/** The time of a clock in UTC, as the interface counts, and the day where it may be any. */
function shortTime({ mode, now }: ClockView): string {
  return `${mode === 'real' ? '' : `${now.slice(0, 10)} `}${now.slice(11, 19)} UTC`
}
