import { counted } from '../../../../spec/counted.ts'
import type { ControlRequest } from '../../../control/client/transport.ts'
import type { WholeSandbox } from '../../../../spec/made/control-types.ts'
import type { Panel } from '../panel-context.tsx'
import type { BadgeKind } from '../ui/layout.tsx'
import { namesOf } from './spoken.ts'
import { endOf } from './switch.ts'

type Playing = WholeSandbox['playing'][number]

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

/** What changes the answers now: the same in the head, the tab "Situation" and the palette. */
export function playsNow({ view, lists, to }: Panel): readonly PlayNow[] {
  if (view === undefined) return []
  const { playing, fault, choices, latencyMilliseconds: latency, held } = view
  const chosen = Object.entries(choices)
  const usual = Object.fromEntries(lists.silences.map((silence) => [silence.id, silence.default]))
  const doesOf = ([id, value]: readonly string[] = []) => {
    const silence = lists.silences.find((one) => one.id === id)
    return silence?.choices.find(({ choice }) => choice === value)?.does ?? silence?.question ?? ''
  }
  const operationsOf = ({ scenario, operation }: Pick<Playing, 'scenario' | 'operation'>): readonly string[] =>
    operation === null
      ? (lists.scenarios.find(({ id }) => id === scenario)?.operations ?? lists.operations.map(({ id }) => id))
      : [operation]
  /** Which later play answers all of these operations first. */
  const behind = (later: readonly Playing[], operations: readonly string[]) => {
    const first = later.find((one) => operations.every((id) => operationsOf(one).includes(id)))
    return first ? `behind ${namesOf(first.scenario)}` : null
  }
  const settings = (change: object) => to('PATCH', '/settings', change)
  return [
    ...playing.map(({ scenario, operation, calls, status, summary }, index): PlayNow => ({
      tone: 'warn',
      name: namesOf(scenario),
      about: [
        status,
        operation,
        calls === null ? null : calls === 1 ? 'next call' : `next ${calls} calls`,
        behind(playing.slice(0, index), operationsOf({ scenario, operation })),
      ]
        .filter((one) => one !== null)
        .map(String),
      summary: summary ?? '',
      end: {
        label: `Stop ${namesOf(scenario)}${operation === null ? '' : ` for ${operation}`}`,
        request: to('DELETE', endOf(scenario, operation)),
        done: `${namesOf(scenario)} has ended.`,
      },
    })),
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
