import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { defaultSandboxName } from '../keys/keys.ts'
import { controlCurl, fileCurl } from './curl.ts'
import { Head } from './head.tsx'
import { Palette } from './palette.tsx'
import { sandboxPath } from '../control/client/sandbox-path.ts'
import { type Panel, PanelProvider } from './panel-context.tsx'
import { type PanelLocation, readFragment, writeFragment } from './panel-location.ts'
import { tabsOf } from './tabs.tsx'
import type { RequestError } from '../control/client/transport.ts'
import { Action } from './ui/action.tsx'
import { Button, Empty, Problem, SectionLink } from './ui/layout.tsx'
import { ShellLine } from './ui/text.tsx'
import type { StartProps } from './start-panel.tsx'
import { usePolled } from './use-resource.ts'
import type { Lists, WholeSandbox } from '../../spec/made/control-types.ts'
import { visibleText } from './visible-text.ts'

/** How often what is shown at a glance is asked for. */
const glanceMilliseconds = 1000

/** How long a notice stands. */
const noticeMilliseconds = 8000

const hasPointer = () => matchMedia('(hover: hover)').matches

/** The panel: its head with the tabs, the tab that was chosen, and the line for the shell. */
export function App({ transport, locationKeeper, hasToken, lists, drawer }: StartProps & { readonly lists: Lists }) {
  const [panelLocation, setPanelLocation] = useState(() => readFragment(locationKeeper.read()))
  const [version, setVersion] = useState(0)
  const [line, setLine] = useState('')
  const [notice, setNotice] = useState<{ text: string; isProblem: boolean }>()
  const glance = usePolled<WholeSandbox>(transport, sandboxPath(panelLocation.sandbox), version, glanceMilliseconds)

  useEffect(() => locationKeeper.watch?.(() => setPanelLocation(readFragment(locationKeeper.read()))), [locationKeeper])
  // A notice and a line belong to the section of their action.
  useLayoutEffect(() => {
    setNotice(undefined)
    setLine('')
  }, [panelLocation.section])

  const isLost = glance.problem !== undefined && glance.problem.status === undefined
  useEffect(() => {
    if (isLost) setNotice(undefined)
  }, [isLost])
  useEffect(() => {
    const timer = setTimeout(() => setNotice(undefined), noticeMilliseconds)
    return () => clearTimeout(timer)
  }, [notice])

  const goTo = (next: Partial<PanelLocation>) => {
    const fragment = writeFragment({ ...panelLocation, ...next })
    if (fragment !== locationKeeper.read()) locationKeeper.write(fragment)
    setPanelLocation({ ...panelLocation, ...next })
  }
  const panel: Panel = {
    transport,
    sandbox: panelLocation.sandbox,
    detail: panelLocation.detail,
    view: glance.value,
    lists,
    isLost,
    version,
    to: (method, path, body) => ({ method, target: sandboxPath(panelLocation.sandbox, path), body }),
    async act(request, done, { line: ownLine, shown = request, onRefused } = {}) {
      if (ownLine === undefined) panel.showRequest(shown)
      else setLine(ownLine)
      // What is refused below must not stand under the success of the action before.
      setNotice(undefined)
      try {
        const reply = await transport.send(request)
        panel.notify(done)
        setVersion((before) => before + 1)
        return { reply }
      } catch (error) {
        const { message } = error as RequestError
        panel.notify(message.split('\n')[0] ?? '', true)
        onRefused?.(message)
        return undefined
      }
    },
    fileCommand: (request, bodyFile) => fileCurl(transport.origin, request, bodyFile, hasToken?.() === true),
    showRequest: (request) => setLine(controlCurl(transport.origin, request, hasToken?.() === true)),
    notify: (text, isProblem = false) => setNotice({ text, isProblem }),
    showCommand: setLine,
    openSandbox: (sandbox) => goTo({ sandbox, detail: undefined }),
    go: (section, detail) => goTo({ section, detail }),
    addressOf: (section, detail) => locationKeeper.watch && writeFragment({ ...panelLocation, section, detail }),
  }

  const tabs = tabsOf(lists)
  const tab = tabs.find(({ parts }) => parts.some(({ id }) => id === panelLocation.section)) ?? tabs[0]
  const part = tab?.parts.find(({ id }) => id === panelLocation.section) ?? tab?.parts[0]
  const main = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const palette = useRef<HTMLDivElement>(null)
  const focusSection = () => main.current?.querySelector('h1')?.focus()
  useEffect(() => listenForKeys(main.current, palette.current), [])
  useEffect(() => {
    // Who goes to another section by the keyboard goes on reading there; who opens the page begins at its top.
    if (isFirst.current) isFirst.current = false
    else focusSection()
    main.current?.scrollTo(0, 0)
  }, [part?.id, panelLocation.sandbox])

  return (
    <PanelProvider value={panel}>
      <button type="button" class="button skip" onClick={focusSection}>
        Skip to the section
      </button>
      <Head tab={tab?.id} onCommands={() => palette.current?.togglePopover()} drawer={drawer} />
      <div class="tab" ref={main}>
        <h1 class="visually-hidden" tabIndex={-1}>
          {part?.title}
        </h1>
        {tab && tab.parts.length > 1 && (
          <div class="row" role="group" aria-label={`Parts of ${tab.title}`}>
            {tab.parts.map(({ id, title }) => (
              <SectionLink
                key={id}
                section={id}
                class="button quiet"
                aria-current={id === part?.id ? 'page' : undefined}
              >
                {title}
              </SectionLink>
            ))}
          </div>
        )}
        {isLost && glance.value !== undefined ? (
          <p class="banner" role="alert">
            <strong>The mock does not answer.</strong> This is what it showed last. The panel asks again every second.
          </p>
        ) : null}
        {glance.problem?.status === 404 || (glance.problem !== undefined && glance.value === undefined) ? (
          <MissingSandbox problem={glance.problem} panel={panel} onRetry={glance.refresh} />
        ) : (
          // Another sandbox is another world: nothing of the one before may stay.
          part && <part.Component key={panelLocation.sandbox} />
        )}
      </div>
      <Palette box={palette} />
      <div class="foot">
        <p role="status" class={notice?.isProblem === true ? 'notice problem' : 'notice'}>
          {notice?.text ?? ''}
        </p>
        <ShellLine
          line={line}
          what="the line for a shell"
          advice={`${hasPointer() ? 'Point at' : 'Hold'} a button to see its curl line${transport.isServer ? '' : ' for npm start'}.`}
        />
      </div>
    </PanelProvider>
  )
}

/** The keys of the panel, until the returned function is called. */
function listenForKeys(main: HTMLElement | null, palette: HTMLElement | null) {
  const onKey = (event: Event) => {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent
    const [target] = event.composedPath()
    const isTyping =
      target instanceof Element && target.matches('input:not([type=checkbox],[type=radio]),textarea,select')
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') palette?.togglePopover()
    else if (isTyping || ctrlKey || metaKey) return
    else if (key === '?') palette?.showPopover()
    else if (key === '/') main?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    else return
    event.preventDefault()
  }
  // In a tab, the app's own keys are not the panel's.
  const root = main?.getRootNode()
  root?.addEventListener('keydown', onKey)
  return () => root?.removeEventListener('keydown', onKey)
}

function MissingSandbox({ problem, panel, onRetry }: { problem: RequestError; panel: Panel; onRetry: () => void }) {
  const request = { method: 'POST', target: '/_mock/sandboxes', body: { name: panel.sandbox } } as const
  const name = visibleText(panel.sandbox)
  if (problem.status !== 404) return <Problem problem={problem} onRetry={onRetry} />
  return (
    <Empty title={`There is no sandbox “${name}” yet.`} role="alert">
      <p>The first call with its key, such as test_pro.{name}, creates it.</p>
      <div class="row">
        <Action text="Create it now" kind="primary" request={request} done="The sandbox was created." />
        <Button text="Go to the default sandbox" onClick={() => panel.openSandbox(defaultSandboxName)} />
      </div>
    </Empty>
  )
}
