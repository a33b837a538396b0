import { counted } from '../../../../spec/counted.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import type { WholeSandbox } from '../../../../spec/made/control-types.ts'
import type { Panel } from '../panel-context.tsx'
import type { BadgeKind } from '../ui/layout.tsx'
import { namesOf } from './spoken.ts'
import { endOf } from './switch.ts'

type Playing = WholeSandbox['playing'][number]

/** Stops all that plays; held calls stay held. */
export function stopAll({ to, view, lists: { silences } }: Panel) {
  const profile = Object.fromEntries(silences.filter(({ id }) => view?.choices[id]).map((one) => [one.id, one.default]))
  const settings = { scenario: [], fault: null, latencyMilliseconds: 0, profile }
  return { text: 'Stop all', request: to('PATCH', '/settings', settings), done: 'Nothing plays.' }
}

/** Something that changes the answers now, and what ends it. */
export interface PlayNow {
  readonly tone: BadgeKind
  readonly name: string
  /** For which calls, and for how many more. */
  readonly about: readonly string[]
  readonly summary: string
  /** Where more is said of it. */
  readonly detail?: string
  readonly end: {
    readonly label: string
    readonly request: ControlRequest
    readonly done: string
    readonly word?: string
  }
}

const timeText = (milliseconds: number) => (milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`)

/** Which later play answers all calls of this one; `null` where it answers some itself. */
export function behindOf({ view, lists }: Panel, one: Playing): string | null {
  const operationsOf = ({ scenario, operation }: Playing): readonly string[] =>
    operation === null
      ? (lists.scenarios.find(({ id }) => id === scenario)?.operations ?? lists.operations.map(({ id }) => id))
      : [operation]
  const { playing = [] } = view ?? {}
  const later = playing.slice(0, playing.indexOf(one))
  const first = later.find((other) => operationsOf(one).every((id) => operationsOf(other).includes(id)))
  return first ? `behind ${namesOf(first.scenario)}` : null
}

/** What changes the answers now: the same in the head, the tab "Situation" and the palette. */
export function playsNow(panel: Panel): readonly PlayNow[] {
  const { view, lists, to } = panel
  const scenarioOf = (scenario: string) => lists.scenarios.find(({ id }) => id === scenario)
  if (view === undefined) return []
  const { playing, fault, choices, latencyMilliseconds: latency, held } = view
  const chosen = Object.entries(choices)
  const usual = Object.fromEntries(lists.silences.map((silence) => [silence.id, silence.default]))
  const doesOf = ([id, value]: readonly string[] = []) => {
    const silence = lists.silences.find((one) => one.id === id)
    return silence?.choices.find(({ choice }) => choice === value)?.does ?? silence?.question ?? ''
  }
  const settings = (change: object) => to('PATCH', '/settings', change)
  return [
    ...playing.map((one): PlayNow => {
      const { scenario, operation, calls, status, summary } = one
      return {
        tone: 'warn',
        name: namesOf(scenario),
        about: [
          status,
          operation ?? scenarioOf(scenario)?.operations?.join(', '),
          calls === null ? null : calls === 1 ? 'next call' : `next ${calls} calls`,
          behindOf(panel, one),
        ]
          .filter((one) => one != null)
          .map(String),
        summary: summary ?? '',
        end: {
          label: `Stop ${namesOf(scenario)}${operation === null ? '' : ` for ${operation}`}`,
          request: to('DELETE', endOf(scenario, operation)),
          done: `${namesOf(scenario)} has ended.`,
        },
      }
    }),
    ...(fault === null ? [] : [fault]).map(({ id, clause, summary }): PlayNow => ({
      tone: 'bad',
      name: `fault ${id}`,
      about: [],
      summary: `${summary} (${clause})`,
      end: { label: `Stop the fault ${id}`, request: settings({ fault: null }), done: 'The fault has ended.' },
    })),
    ...(String(latency) === '0' ? [] : [[latency].flat().map(timeText).join(' to ')]).map((time): PlayNow => ({
      tone: 'warn',
      name: `throttle ${time}`,
      about: [],
      summary: 'every answer comes so much later',
      detail: 'clock',
      end: {
        label: 'Stop the throttle',
        request: settings({ latencyMilliseconds: 0 }),
        done: 'Answers come at once again.',
      },
    })),
    ...(chosen.length === 0 ? [] : [chosen]).map((all): PlayNow => ({
      tone: 'info',
      name: all.length === 1 ? all.flat().join(': ') : counted(all.length, 'choice'),
      about: [],
      summary: all.length === 1 ? doesOf(all[0]) : all.map((choice) => choice.join(': ')).join(', '),
      end: {
        label: `Stop ${counted(all.length, 'choice')}`,
        request: settings({ profile: Object.fromEntries(all.map(([id]) => [id, usual[id]])) }),
        done: 'Every choice is the default.',
      },
    })),
    ...(held === 0 ? [] : [counted(held, 'call')]).map((calls): PlayNow => ({
      tone: 'bad',
      name: `${calls} held`,
      about: [],
      summary: 'their answers wait to be sent',
      end: {
        label: `Release ${calls}`,
        request: to('POST', '/held/release', {}),
        done: 'Every held reply was sent.',
        word: 'Release',
      },
    })),
  ]
}
