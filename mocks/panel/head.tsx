import { counted } from '../../spec/counted.ts'
import type { Clock, Sandbox } from '../../spec/made/control-types.ts'
import { BackToStart } from './data/sandboxes-link.tsx'
import type { Drawer } from './drawer.ts'
import { usePanel } from './panel-context.tsx'
import { endOf } from './situation/switch.ts'
import { tabsOf } from './tabs.tsx'
import { themes } from './theme.ts'
import { Action, type ActionProps } from './ui/action.tsx'
import { Options } from './ui/field.tsx'
import { Icon } from './ui/icons.tsx'
import { Badge, type BadgeKind, Button, CloseButton, IconButton, SectionLink, toneOf } from './ui/layout.tsx'
import { useResource } from './use-resource.ts'
import { visibleText } from './visible-text.ts'

/** How often the list of sandboxes is asked for. */
const listMilliseconds = 5000

interface HeadProps {
  /** The id of the tab that is shown. */
  readonly tab: string | undefined
  readonly onCommands: () => void
  readonly drawer: Drawer | undefined
}

/** The head of the panel: which sandbox, what is played, the tabs, and what time it is there; two lines where it is narrow. */
export function Head({ tab, onCommands, drawer }: HeadProps) {
  const panel = usePanel()
  const { transport, lists, view, theme, chooseTheme } = panel
  const nextTheme = themes[themes.indexOf(theme) + 1]
  return (
    <div class="head">
      <div class="now">
        <p class="brand">Animal Store</p>
        {lists.deployment === null && !transport.report ? (
          <SandboxPicker />
        ) : (
          <p class="muted">{lists.deployment ?? panel.sandbox}</p>
        )}
        <Plays />
      </div>
      <div class="tabs" role="group" aria-label="Parts of the panel">
        {tabsOf(panel).map(({ id, title }) => (
          <SectionLink key={id} section={id} class="" aria-current={id === tab ? 'page' : undefined}>
            <Icon name={id} />
            <span class="tab-title">{title}</span>
            {id === 'data' && view && <small aria-hidden="true">{view.animals.toLocaleString('en')}</small>}
          </SectionLink>
        ))}
      </div>
      {lists.deployment === null && view && <ClockButton clock={view.clock} />}
      {!transport.report && (
        <Button class="quiet small commands" title="Commands (Ctrl K)" onClick={onCommands}>
          <Icon name="commands" />
          <span class="visually-hidden">Commands:</span> <kbd>Ctrl K</kbd>
        </Button>
      )}
      <IconButton icon={theme} label={`Colours: ${theme}`} onClick={() => chooseTheme(nextTheme ?? 'system')} />
      {drawer && <CloseButton label="Close the panel" onClick={drawer.close} />}
    </div>
  )
}

function SandboxPicker() {
  const panel = usePanel()
  const { value: all = [] } = useResource<Sandbox[]>('/_mock/sandboxes', listMilliseconds)
  const names = [...new Set([panel.sandbox, ...all.map(({ name }) => name)])].toSorted()
  return (
    <label class="sandbox-picker">
      <span class="visually-hidden">Sandbox</span>
      <select
        disabled={panel.isLost}
        value={panel.sandbox}
        onChange={(event) => panel.openSandbox(event.currentTarget.value)}
      >
        <Options of={names.map((name) => [name, visibleText(name)])} />
      </select>
    </label>
  )
}

/** What changes the answers just now, each with the button that ends it. */
function Plays() {
  const { lists, view, to } = usePanel()
  const choices = Object.entries(view?.choices ?? {})
  const usual = lists.silences.filter(({ id }) => view?.choices[id] !== undefined)
  return (
    <>
      {view?.playing.map(({ scenario, operation, calls, status, summary }, index) => (
        <Play
          key={`${scenario} ${index}`}
          tone="warn"
          title={summary}
          text={[scenario, status, operation, calls === null ? null : `${calls} left`].filter(Boolean).join(' · ')}
          aria-label={`Stop ${scenario}${operation === null ? '' : ` for ${operation}`}`}
          request={to('DELETE', endOf(scenario, operation))}
          done={`${scenario} has ended.`}
        />
      ))}
      {view?.fault && (
        <Play
          tone="bad"
          detail="faults"
          text={`fault ${view.fault.id}`}
          aria-label={`Stop the fault ${view.fault.id}`}
          request={to('PATCH', '/settings', { fault: null })}
          done="The fault was switched off."
        />
      )}
      {choices.length > 0 && (
        <Play
          tone="info"
          detail="choices"
          title={choices.map((choice) => choice.join(': ')).join(', ')}
          text={choices.length === 1 ? choices[0]?.join(': ') : counted(choices.length, 'choice')}
          aria-label={`Stop ${counted(choices.length, 'choice')}`}
          request={to('PATCH', '/settings', { profile: Object.fromEntries(usual.map((one) => [one.id, one.default])) })}
          done="Every choice is the default."
        />
      )}
      {!!view?.held && (
        <Play
          tone="bad"
          text={`${counted(view.held, 'call')} held`}
          aria-label={`Release ${counted(view.held, 'call')}`}
          request={to('POST', '/held/release', {})}
          done="Every held reply was sent."
        />
      )}
      <BackToStart />
    </>
  )
}

/** What leads to its place in the tab "Situation", and the button that ends it. */
function Play({ tone, text, title, detail, ...end }: ActionProps & { tone: BadgeKind; detail?: string }) {
  const { go } = usePanel()
  return (
    <div class="play" style={toneOf(tone)} title={title}>
      <Button text={text} onClick={() => go('situation', detail)} />
      <Action {...end} text="✕" title={end['aria-label']} />
    </div>
  )
}

/** The time of the sandbox in UTC, as the interface counts, and the day where it may be any. */
function ClockButton({ clock: { mode, now } }: { clock: Clock }) {
  const { go } = usePanel()
  const isReal = mode === 'real'
  return (
    <Button class={isReal ? 'real-time' : ''} title={now} onClick={() => go('situation', 'clock')}>
      <span class="visually-hidden">Clock: </span>
      <time class="mono" dateTime={now}>
        {!isReal && <span class="date">{`${now.slice(0, 10)} `}</span>}
        {now.slice(11, 19)}
      </time>
      {!isReal && <Badge kind="info">{mode}</Badge>}
    </Button>
  )
}
