import { useState } from 'preact/hooks'
import { type Panel, sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { Card, SectionHead } from '../../ui/layout.tsx'
import { ProfileFile } from './silences-file.tsx'
import { SilenceCard, silenceElementId } from './silences-card.tsx'

/** The section "Silences": each question that the interface leaves open, and what the sandbox chooses. */
export function Silences() {
  const panel = usePanel()
  const { lists, sandbox, view } = panel
  const [isLoading, setLoading] = useState(false)
  const target = sandboxPath(sandbox, '/profile')
  const profile = profileOf(panel)
  return (
    <>
      <SectionHead
        title="Silences"
        about="Questions that the interface leaves open, and what this sandbox chooses. A client must not rely on any of them; the contract suite learns the choices of a deployment with --learn."
      >
        <button type="button" class="button" aria-expanded={isLoading} onClick={() => setLoading((before) => !before)}>
          Load or save
        </button>
        <Action request={{ method: 'DELETE', target }} done="The choices are those of the start again.">
          Back to the start
        </Action>
      </SectionHead>
      {isLoading ? <ProfileFile text={profileText(profile)} /> : null}
      {view === undefined ? null : (
        <>
          <Changed choices={view.choices} target={target} />
          <div class="stack">
            {lists.silences.map((silence) => (
              <SilenceCard key={silence.id} silence={silence} profile={profile} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

/** The choice for each silence. */
function profileOf({ lists, view }: Panel): Readonly<Record<string, string>> {
  const usual = Object.fromEntries(lists.silences.map((silence) => [silence.id, silence.default]))
  return { ...usual, ...view?.choices }
}

/** A profile as a file has it. */
function profileText(profile: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(profile, undefined, 2)}\n`
}

/** The choices that are not the default, each with the way back and the way there. */
function Changed({ choices, target }: { choices: Readonly<Record<string, string>>; target: string }) {
  const { lists } = usePanel()
  const changed = lists.silences.filter(({ id }) => choices[id] !== undefined)
  const count = changed.length === 1 ? '1 choice is' : `${changed.length} choices are`
  return (
    <Card title="Not the default" class="changed">
      <p class="muted">
        {changed.length === 0
          ? `All ${lists.silences.length} choices are the default.`
          : `${count} not the default, of ${lists.silences.length}.`}
      </p>
      <ul>
        {changed.map((silence) => (
          <li key={silence.id} class="row">
            <button
              type="button"
              class="button small"
              onClick={(event) => showSilence(event.currentTarget, silence.id)}
            >
              {`${silence.id}: ${choices[silence.id] ?? ''}`}
            </button>
            <Action
              request={{ method: 'PATCH', target, body: { [silence.id]: silence.default } }}
              done={`${silence.id} is ${silence.default} again.`}
              label={`Back to default: ${silence.id}`}
              kind="quiet"
            >
              Back to default
            </Action>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Goes to the card of a silence, in whatever tree the panel is. */
function showSilence(from: Element, id: string): void {
  const root = from.getRootNode() as Document | ShadowRoot
  const card = root.getElementById(silenceElementId(id))
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
}
