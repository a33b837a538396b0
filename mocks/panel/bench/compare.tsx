import type { JournalEntry } from '../../journal/journal-entry.ts'
import { indentJson } from '../ui/indent-json.ts'
import { Heads, Part } from '../ui/layout.tsx'
import { visibleText } from '../visible-text.ts'
import { keyText, shortReason } from './call-reason.ts'

/** Longer bodies are compared no further. */
const mostCompared = 20_000

/** Two calls side by side: only what differs. */
export function Compare({ one, two }: { one: JournalEntry; two: JournalEntry }) {
  const [first, second] = [rowsOf(one), rowsOf(two)]
  const names = [...new Set([...first.keys(), ...second.keys()])].filter((name) => first.get(name) !== second.get(name))
  return (
    <Part title={`Compared with call ${one.number}`}>
      {names.length === 0 ? (
        <p class="muted">Both are the same, except for their times.</p>
      ) : (
        <table class="compare">
          <Heads of={['what differs', `call ${one.number}`, `call ${two.number}`]} />
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{visibleText(name)}</th>
                <Lines text={first.get(name)} than={second.get(name)} />
                <Lines text={second.get(name)} than={first.get(name)} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

/** A text, with the lines marked that the other one does not have. */
function Lines({ text = '', than = '' }: { text: string | undefined; than: string | undefined }) {
  const others = new Set(than.split('\n'))
  return (
    <td class="mono">
      {text.split('\n').map((line, index) => (
        <div key={index} class={others.has(line) ? 'muted' : ''}>
          {visibleText(line)}
        </div>
      ))}
    </td>
  )
}

function rowsOf(entry: JournalEntry): ReadonlyMap<string, string> {
  const { method, target, status, request, response } = entry
  const headers = (of: string, all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .filter(([name]) => !/^(?:date|authorization)$/i.test(name))
      .map(([name, value]) => [`${of} ${name}`, value] as const)
  return new Map([
    ['target', `${method} ${target}`],
    ['status', response.effect ?? String(status)],
    ['key', keyText(entry)],
    ['why', shortReason(entry)],
    ...headers('→', request.headers),
    ['request', bodyText(request.body)],
    ...headers('←', response.headers),
    ['reply', bodyText(response.body)],
  ])
}

function bodyText(body: string): string {
  const start = body.slice(0, mostCompared)
  return indentJson(start) ?? start
}
