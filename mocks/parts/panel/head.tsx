import type { Sandbox } from '../../../spec/made/control-types.ts'
import { commandsOf, undoCommand } from './actions.ts'
import { type Notice, usePanel } from './panel-context.tsx'
import { playsNow, stopAll } from './situation/plays.ts'
import { Action, WorkButton } from './ui/action.tsx'
import { Options } from './ui/field.tsx'
import { Button, CloseButton, Icon, toneOf } from './ui/layout.tsx'
import { Commands, Menu } from './ui/menu.tsx'
import { Roving } from './ui/roving.tsx'
import { CurlButton } from './ui/text.tsx'
import { useResource } from './use-resource.ts'
import { visibleText } from './visible-text.ts'

/** How often the list of sandboxes is asked for. */
const listMilliseconds = 5000

/** The head of the panel: whether the mock answers, which sandbox, and the tabs; below it what plays, which moves nothing. */
export function Head(props: { tab: string | undefined; onCommands: () => void; onClose: (() => void) | undefined }) {
  const { tab, onCommands, onClose } = props
  const panel = usePanel()
  const { transport, lists, view, isLost } = panel
  const isMock = lists.deployment === null && !transport.report
  return (
    <>
      <div class="bar head">
        <strong>Animal Store</strong>
        {!transport.report && (
          <p role="status" class="live" style={{ color: `var(--${isLost ? 'bad' : 'good'})` }}>
            ● <span>{isLost ? 'no answer' : transport.isServer ? 'live' : 'in this tab'}</span>
          </p>
        )}
        {isMock ? <SandboxPicker /> : <p class="muted">{lists.deployment ?? panel.sandbox}</p>}
        <Roving class="tabs" role="group" aria-label="Parts of the panel">
          {panel.tabs.map(({ id, title, detail }) => (
            <Button
              key={id}
              class="quiet"
              aria-current={id === tab ? 'page' : undefined}
              onClick={() => panel.go(id, detail)}
            >
              {title}
              {id === 'data' && view && <small aria-hidden="true">{view.animals.toLocaleString('en')}</small>}
            </Button>
          ))}
        </Roving>
        {!transport.report && (
          <>
            <Button class="quiet small commands" title="Actions (Ctrl K)" onClick={onCommands}>
              <Icon name="commands" />
              <span class="visually-hidden">Actions:</span> <kbd>Ctrl K</kbd>
            </Button>
            <Menu
              label="More of the panel"
              disabled={isLost && panel.kept.current.length === 0}
              commands={() => commandsOf(panel, {}, ['Copy and save'])}
              destroying={isLost ? undefined : () => commandsOf(panel, {}, ['Clear and reset'])}
            />
          </>
        )}
        {onClose && <CloseButton label="Close the panel" onClick={onClose} />}
      </div>
      <Plays />
    </>
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
  const panel = usePanel()
  const plays = playsNow(panel)
  const { text: stopText, run: onStop } = stopAll(panel)
  const isMock = panel.view && !panel.transport.report && panel.lists.deployment === null
  if (!isMock && plays.length === 0) return null
  return (
    <Roving class="bar plays">
      {plays.length === 0 && <p class="muted">Nothing plays.</p>}
      {plays.map(
        ({
          tone,
          text,
          summary,
          at: [section, detail] = ['situation', undefined],
          end: { label, request, done, word = '✕' },
        }) => (
          <div key={label} class="play" style={toneOf(panel.isLost ? 'plain' : tone)} title={summary}>
            <Button text={text} onClick={() => panel.go(section, detail)} />
            <Action text={word} aria-label={label} title={label} request={request} done={done} />
          </div>
        ),
      )}
      {plays.length > 1 && <WorkButton text={stopText} class="quiet small" onWork={onStop} />}
    </Roving>
  )
}

/** The last line of the panel, which covers nothing: how the last action ended. */
export function StatusBar({ notice: { text, isProblem = false, line, undo, offer } }: { notice: Notice }) {
  if (usePanel().transport.report && text === '') return null
  return (
    <div class="bar status">
      <p role="status" class={`grows notice ${isProblem ? 'problem' : ''}`}>
        {text}
      </p>
      {offer && <Commands of={offer} class="small" />}
      {undo && <Action {...undoCommand(undo)} class="small" />}
      {line && <CurlButton line={line} />}
    </div>
  )
}
