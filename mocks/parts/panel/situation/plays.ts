import { counted } from '../../../../spec/counted.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import type { WholeSandbox } from '../../../../spec/made/control-types.ts'
import type { Panel } from '../panel-context.tsx'
import type { BadgeKind } from '../ui/layout.tsx'
import { namesOf } from './spoken.ts'
import { endOf } from './switches.ts'

type Playing = WholeSandbox['playing'][number]

/** The defaults in place of what was chosen. */
const defaultsOf = ({ view, lists: { silences } }: Panel) =>
  Object.fromEntries(silences.filter(({ id }) => view?.choices[id]).map((one) => [one.id, one.default]))

/** Stops all that plays, but for a clock that was moved, which was done with care, and releases the calls that are held. */
export function stopAll(panel: Panel) {
  const { to, act, view } = panel
  const but = view?.clock.mode === 'real' ? '' : ' but the clock'
  const settings = { scenario: [], fault: null, latencyMilliseconds: 0, profile: defaultsOf(panel) }
  const run = async () => {
    const done = `All has ended${but}`
    const stopped = await act(to('PATCH', '/settings', settings), `${done}.`)
    if (stopped && view?.held)
      await act(to('POST', '/held/release', {}), `${done}, and ${counted(view.held, 'held call')} went on.`)
  }
  return { text: `Stop all${but}`, run }
}

/** Something that changes the answers now, and what ends it. */
interface PlayNow {
  readonly tone: BadgeKind
  /** What it is, for which calls, and for how many more. */
  readonly text: string
  readonly summary: string
  /** Where more is said of it, if not among the situations: a section, and what it is to show. */
  readonly at?: readonly [section: string, detail: string | undefined]
  readonly end: {
    readonly label: string
    readonly request: ControlRequest
    readonly done: string
    readonly word?: string
  }
}

const timeText = (milliseconds: number) => (milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`)

const scenarioOf = ({ lists }: Panel, { scenario }: Playing) => lists.scenarios.find(({ id }) => id === scenario)

/** What changes the answers now: the same in the head, the tab "Situation" and the palette. */
export function playsNow(panel: Panel): readonly PlayNow[] {
  const { view, to } = panel
  if (view === undefined) return []
  const { playing, fault, choices, latencyMilliseconds: latency, clock } = view
  // What a mock held went with it.
  const held = panel.isLost ? 0 : view.held
  const chosen = Object.entries(choices)
  const end = (label: string, settings: object, done: string) => ({
    label,
    request: to('PATCH', '/settings', settings),
    done,
  })
  const plays: readonly (PlayNow | false)[] = [
    ...playing.map((one): PlayNow => {
      const { scenario, operation, calls, status, summary } = one
      const about = [
        namesOf(scenario),
        status,
        operation ?? scenarioOf(panel, one)?.operations?.join(', '),
        calls === null ? null : calls === 1 ? 'next call' : `next ${calls} calls`,
      ]
      return {
        tone: 'warn',
        text: about.filter((part) => part != null).join(' · '),
        summary: summary ?? '',
        end: {
          label: `Stop ${namesOf(scenario)}${operation === null ? '' : ` for ${operation}`}`,
          request: to('DELETE', endOf(scenario, operation)),
          done: `${namesOf(scenario)} has ended.`,
        },
      }
    }),
    fault !== null && {
      tone: 'bad',
      text: `fault ${fault.id}`,
      summary: `${fault.summary} (${fault.clause})`,
      end: end(`Stop the fault ${fault.id}`, { fault: null }, 'The fault has ended.'),
    },
    String(latency) !== '0' && {
      tone: 'warn',
      text: `throttle ${[latency].flat().map(timeText).join(' to ')}`,
      summary: 'every answer takes so much longer',
      at: ['situation', 'clock'],
      end: end('Stop the throttle', { latencyMilliseconds: 0 }, 'Answers come at once again.'),
    },
    clock.mode !== 'real' && {
      tone: 'info',
      text: `clock ${clock.mode} · ${clock.now.slice(0, 19).replace('T', ' ')}`,
      summary: 'quotas, bans and the removal of getPet follow it',
      at: ['situation', 'clock'],
      end: end('Back to real time', { clock: { mode: 'real' } }, 'It shows real time again.'),
    },
    chosen.length > 0 && {
      tone: 'info',
      text: chosen.length === 1 ? chosen.flat().join(': ') : counted(chosen.length, 'choice'),
      summary: chosen.map((choice) => choice.join(': ')).join(', '),
      end: end(
        `Stop ${counted(chosen.length, 'choice')}`,
        { profile: defaultsOf(panel) },
        'Every choice is the default.',
      ),
    },
    held > 0 && {
      tone: 'bad',
      text: `${counted(held, 'call')} held`,
      summary: 'their answers wait to be sent',
      at: ['calls', 'held'],
      end: {
        label: `Release ${counted(held, 'call')}`,
        request: to('POST', '/held/release', {}),
        done: 'Every held reply was sent.',
        word: held > 1 ? 'Release all' : 'Release',
      },
    },
  ]
  return plays.filter((one) => one !== false)
}
