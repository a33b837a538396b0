import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Pet, curlLine, shellLine, writeJson } from '../../../spec/index.ts'
import type { ControlTypes, Lists, WholeSandbox } from '../../../spec/made/control-types.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import type { ControlRequest, RequestError } from '../../control/client/transport.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import { SaveKept } from './bench/bench.tsx'
import { FeedProvider } from './bench/feed.tsx'
import { closeInnermost } from './escape.ts'
import { Head, StatusBar } from './head.tsx'
import { Keys, Palette } from './palette.tsx'
import { ReportLine } from './report/report.tsx'
import { type Notice, type Panel, PanelProvider, usePanel } from './panel-context.tsx'
import { type PanelLocation, readFragment, sessionMemory, writeFragment } from './panel-location.ts'
import type { StartProps } from './start-panel.tsx'
import { type Tab, tabsOf } from './tabs.tsx'
import { Button, Empty, Problem, toneOf } from './ui/layout.tsx'
import { CopyButton } from './ui/text.tsx'
import { usePolled } from './use-resource.ts'
import { visibleText } from './visible-text.ts'

/** How often what is shown at a glance is asked for. */
const glanceMilliseconds = 1000

/** How long a notice stands. */
const noticeMilliseconds = 20_000

const themeName = 'animal-store-panel.theme'

/** Whether a request adds an animal, which is taken back by its removal. */
const isAdd = ({ method, target }: ControlRequest) => method === 'POST' && target.endsWith('/animals')

/** The undos with one more. Who saves a snapshot again loses what it held, and so what led there. */
function withUndo(undos: readonly ControlRequest[], next: ControlRequest): readonly ControlRequest[] {
  const isSnapshot = next.target.endsWith('/restore')
  return [...undos.slice(undos.findIndex(({ target }) => isSnapshot && target === next.target) + 1), next]
}

/** The panel: its head with the tabs, the tab that was chosen, and how the last action ended. */
export function App({ transport, locationKeeper, hasToken, lists, onClose }: StartProps & { readonly lists: Lists }) {
  const whereKept = (): PanelLocation => ({
    ...readFragment(locationKeeper.read()),
    // A report has one sandbox.
    ...(transport.report && { sandbox: transport.report.sandbox }),
  })
  const [panelLocation, setPanelLocation] = useState(whereKept)
  const [version, setVersion] = useState(0)
  const main = useRef<HTMLDivElement>(null)
  const palette = useRef<HTMLDivElement>(null)
  const setTheme = useTheme(main)
  const [notice, setNotice] = useState<Notice>({ text: '' })
  const clear = () => setNotice({ text: '' })
  /** What takes back what was done, the latest last. */
  const [undos, setUndos] = useState<readonly ControlRequest[]>([])
  const glance = usePolled<WholeSandbox>(transport, sandboxPath(panelLocation.sandbox), version, glanceMilliseconds)

  useEffect(() => locationKeeper.watch?.(() => setPanelLocation(whereKept())), [locationKeeper])
  useEffect(() => {
    const timer = setTimeout(clear, noticeMilliseconds)
    return () => clearTimeout(timer)
  }, [notice])

  const isLost = glance.problem !== undefined && glance.problem.status === undefined
  const isFirst = useRef(true)
  useEffect(() => {
    if (isLost) {
      clear()
      // Another mock may come in its place.
      setUndos([])
    }
    // What nobody asks for by the clock is asked for again.
    else if (!isFirst.current) setVersion((before) => before + 1)
    isFirst.current = false
  }, [isLost])

  // A row of a list may have been drawn at another location.
  const here = useRef(panelLocation)
  here.current = panelLocation
  const goTo = (next: Partial<PanelLocation>, isStep = false) => {
    // A notice belongs to the section of its action.
    if (next.section !== undefined && next.section !== here.current.section) clear()
    const fragment = writeFragment({ ...here.current, ...next })
    if (fragment !== locationKeeper.read()) locationKeeper.write(fragment, isStep)
    setPanelLocation({ ...here.current, ...next })
  }
  const tabs = tabsOf({ transport, lists })
  const tab = tabs.find(({ id }) => id === panelLocation.section) ?? tabs[0]
  /** What each section showed last. */
  const shown = useRef<Record<string, string | undefined>>({}).current
  shown[panelLocation.section] = panelLocation.detail
  const panel: Panel = {
    transport,
    sandbox: panelLocation.sandbox,
    detail: panelLocation.detail,
    call: panelLocation.call,
    view: glance.value,
    lists,
    isLost,
    version,
    kept: useRef([]),
    undo: undos.findLast(({ target }) => target.startsWith(sandboxPath(panelLocation.sandbox, '/'))),
    to: (method, path, body) => ({ method, target: sandboxPath(panelLocation.sandbox, path), body }),
    async act(request, done, { line = panel.lineOf(request), onRefused } = {}) {
      // What is refused below must not stand under the success of the action before.
      setNotice({ text: '', line })
      const isUndo = undos.includes(request)
      setUndos((before) => before.filter((one) => one !== request))
      try {
        const back = isUndo ? undefined : await backFrom(request)
        const reply = await transport.send(request)
        const undo = isAdd(request) ? panel.to('DELETE', `/animals/${(reply as Pet).id}`) : back
        if (undo && !isUndo) setUndos((before) => withUndo(before, undo))
        setNotice({ text: typeof done === 'string' ? done : done(reply), line })
        setVersion((before) => before + 1)
        return { reply }
      } catch (error) {
        const { message } = error as RequestError
        setNotice({ text: message.replace(/:\n\s*/, ': ').split('\n')[0] ?? '', isProblem: true, line })
        onRefused?.(message)
        return undefined
      }
    },
    lineOf: ({ method, target, body }) =>
      curlLine({
        method,
        url: transport.origin + target,
        headers: [
          // The token has a variable's place.
          ...(hasToken?.() === true ? [{ code: '"Authorization: Bearer ${ANIMAL_STORE_TOKEN}"' }] : []),
          ...(body === undefined ? [] : ['Content-Type: application/json']),
        ],
        body: body === undefined ? undefined : writeJson(body),
      }),
    notify: setNotice,
    async save(name, path, own) {
      const request = panel.to('GET', path)
      try {
        const text = own ?? (await transport.read(request.target))
        const href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
        Object.assign(document.createElement('a'), { href, download: name }).click()
        // The browser has it once the click was handled, which is before the next turn.
        setTimeout(() => URL.revokeObjectURL(href))
        setNotice({ text: `Saved as ${name}.`, line: own === undefined ? panel.lineOf(request) : undefined })
      } catch (error) {
        setNotice({ text: (error as RequestError).message, isProblem: true })
      }
    },
    async copy(text, what) {
      try {
        await navigator.clipboard.writeText(text)
        setNotice(({ line }) => ({ text: `Copied ${what}.`, line: line === text ? line : undefined }))
      } catch {
        setNotice({ text: 'The browser did not let this page copy. Select the text, and copy it.', isProblem: true })
      }
    },
    setTheme,
    openSandbox: (sandbox, detail) => goTo({ sandbox, detail, call: undefined }),
    // From one call to the next is no step; from the list to a call, which may cover it, is one.
    openCall: (call) =>
      call === undefined ? goTo({ call }, true) : goTo({ call, section: 'calls' }, here.current.call !== undefined),
    // Closing what a section shows is no step, so that the button back does not open it again.
    go: (section, detail, call) =>
      goTo({ section, detail, ...(call === null && { call: undefined }) }, section === tab?.id && detail === undefined),
    linkTo: (detail) =>
      `${transport.origin}/${writeFragment({ section: 'data', sandbox: panelLocation.sandbox, detail })}`,
    tabs: tabs.map((one) => ({ ...one, ...(one !== tab && { detail: shown[one.id] }) })),
  }

  /** What leads back from a request: an animal as it was, or a snapshot of all, of which there may be too many. */
  async function backFrom({ method, target, body }: ControlRequest): Promise<ControlRequest | undefined> {
    const [, id] = /\/animals\/(-?\d+)$/.exec(target) ?? []
    if (id !== undefined) {
      const page = await transport.send(panel.to('GET', `/animals?search=${id}&limit=1000`))
      const pet = (page as ControlTypes['listAnimals']['reply']).animals.find((one) => String(one.id) === id)
      if (pet === undefined || method === 'DELETE') return pet && panel.to('POST', '/animals', pet)
      const members = Object.keys(body as Partial<Pet>) as (keyof Pet)[]
      return panel.to(method, `/animals/${id}`, Object.fromEntries(members.map((name) => [name, pet[name] ?? null])))
    }
    if (method === 'POST' && target.endsWith('/animals')) return undefined
    if (!/\/(?:reset|animals|link|restore)$/.test(target)) return undefined
    // What restores the one is taken back by the other.
    const name = target.endsWith('/before-the-last-load/restore') ? 'before-the-last-undo' : 'before-the-last-load'
    return transport.send(panel.to('PUT', `/snapshots/${name}`)).then(
      () => panel.to('POST', `/snapshots/${name}/restore`),
      () => undefined,
    )
  }

  const focusSection = () => main.current?.querySelector<HTMLElement>('.tab:not([hidden]) > h1')?.focus()
  // At once, so that no key is lost that is pressed as soon as the panel is there.
  useLayoutEffect(() => listenForKeys(main.current, () => palette.current), [])

  return (
    <PanelProvider value={panel}>
      <Button text="Skip to the section" class="skip" onClick={focusSection} />
      <Head tab={tab?.id} onCommands={() => palette.current?.togglePopover()} onClose={onClose} />
      {transport.report && <ReportLine report={transport.report} />}
      {/* Another sandbox is another world: nothing of the one before may stay. */}
      <FeedProvider key={panelLocation.sandbox}>
        {isLost && glance.value !== undefined ? <Lost /> : null}
        <div class="sections" ref={main}>
          {glance.problem?.status === 404 || (glance.problem !== undefined && glance.value === undefined) ? (
            <MissingSandbox problem={glance.problem} panel={panel} onRetry={glance.refresh} />
          ) : (
            tab && <Sections tab={tab} panel={panel} onNext={focusSection} />
          )}
        </div>
        {transport.report === undefined && <Palette box={palette} />}
        <Keys />
        <StatusBar notice={{ ...notice, undo: panel.undo }} />
      </FeedProvider>
    </PanelProvider>
  )
}

/** The section that is shown. Those that were stay as they were, with all that was written there. */
function Sections({ tab, panel, onNext }: { tab: Tab; panel: Panel; onNext: () => void }) {
  const visited = useRef(new Map<Tab['id'], { tab: Tab; panel: Panel }>()).current
  const isFirst = visited.size === 0
  visited.set(tab.id, { tab, panel })
  // Who goes to another section by the keyboard goes on reading there; who opens the page begins at its top.
  useEffect(() => (isFirst ? undefined : onNext()), [tab.id])
  return [...visited].map(([id, then]) => (
    <div key={id} class="tab" hidden={id !== tab.id}>
      <h1 class="visually-hidden" tabIndex={-1}>
        {then.tab.title}
      </h1>
      <PanelProvider value={then.panel}>
        <then.tab.Component />
      </PanelProvider>
    </div>
  ))
}

/** The keys of the panel, until the returned function is called. */
function listenForKeys(main: HTMLElement | null, palette: () => HTMLElement | null) {
  const frame = main?.closest('.frame')
  const onKey = (event: Event) => {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent
    if (key === 'Escape' && frame != null) {
      // A key that was used does not close the panel over an app, too.
      if (closeInnermost(frame, event)) event.stopPropagation()
      return
    }
    const [target] = event.composedPath()
    const isTyping = target instanceof Element && target.matches('input:not([type=checkbox]),textarea,select')
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') palette()?.togglePopover()
    else if (isTyping || ctrlKey || metaKey) return
    else if (/^[1-9]$/.test(key)) frame?.querySelectorAll<HTMLElement>('.tabs .button')[Number(key) - 1]?.click()
    else if (key === '?') frame?.querySelector<HTMLElement>('.keys')?.togglePopover()
    else if (key === '/') main?.querySelector<HTMLInputElement>('.tab:not([hidden]) input[type=search]')?.focus()
    else if (!(target instanceof Element && (target.contains(main) || target.matches('h1')) && walksCalls(main, key)))
      return
    event.preventDefault()
  }
  // In a tab, the app's own keys are not the panel's.
  const root = main?.getRootNode()
  root?.addEventListener('keydown', onKey)
  return () => root?.removeEventListener('keydown', onKey)
}

/** Whether a key that was pressed where nothing but the title of the section has the keyboard walks the calls. */
function walksCalls(main: HTMLElement | null, key: string): boolean {
  const list = main?.querySelector<HTMLElement>('.tab:not([hidden]) .calls')
  if (!list || !/^Arrow(?:Up|Down)$/.test(key)) return false
  list.focus()
  return list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
}

/** Says that the mock is gone. Only who started it knows how, with which options. */
function Lost() {
  const { transport, lists } = usePanel()
  const { port = '' } = URL.parse(transport.origin) ?? {}
  const command = lists.command && `${lists.command} ${shellLine(['--port', port])}`
  const hint = command ? `, such as by ${command}` : ''
  return (
    <div class="banner row" role="alert" style={toneOf('bad')}>
      <p class="grows">
        <strong>The mock does not answer.</strong>{' '}
        {`This is what it showed last. Start it again as you did before${hint}: the panel asks ${transport.origin} every second.`}
      </p>
      {command && <CopyButton text={command} what="the command" word="Copy the command" />}
      <SaveKept />
    </div>
  )
}

function MissingSandbox({ problem, panel, onRetry }: { problem: RequestError; panel: Panel; onRetry: () => void }) {
  if (problem.status !== 404) return <Problem problem={problem} onRetry={onRetry} />
  const name = visibleText(panel.sandbox)
  return (
    <Empty title={`There is no sandbox “${name}” yet.`} role="alert">
      <p>{`The first call with its key, such as test_pro.${name}, creates it.`}</p>
      <Button text="Go to the default sandbox" onClick={() => panel.openSandbox(defaultSandboxName)} />
    </Empty>
  )
}

/** Gives the panel around an element the colours that a person chose in this tab, until then those of the system. */
function useTheme(element: RefObject<HTMLElement | null>): (theme: string) => void {
  const [theme, setTheme] = useState(() => sessionMemory().getItem(themeName) ?? 'light dark')
  useLayoutEffect(() => {
    element.current?.closest<HTMLElement>('.panel')?.style.setProperty('color-scheme', theme)
    sessionMemory().setItem(themeName, theme)
  }, [theme])
  return setTheme
}
