import { useState } from 'preact/hooks'
import { readJson } from '../../../../spec/index.ts'
import { demoPrefix, demos } from '../../../world/demos.ts'
import { quoted } from '../../curl.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { useResource } from '../../use-resource.ts'
import { Action, PointedButton, TextForm } from '../../ui/action.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/layout.tsx'
import { SaveButton } from '../../ui/save-button.tsx'
import { ShellLine } from '../../ui/shell-line.tsx'
import { Text, TextBlock } from '../../ui/text.tsx'
import { writeFragment } from '../../place.ts'

/** `GET …/link`. */
interface LinkView {
  readonly link: string
  /** In words, what of the state no link can hold. */
  readonly leftOut: readonly string[]
}

/** How often the link is read again, for the clock and what others changed. */
const linkMilliseconds = 2000

/** The state of the sandbox as one short text: to share, and to load. */
export function StateLink() {
  const { sandbox, transport } = usePanel()
  const { value } = useResource<LinkView>(sandboxPath(sandbox, '/link'), linkMilliseconds)
  const link = value?.link ?? ''
  const address = `${transport.origin}/${writeFragment({ section: 'sandboxes', sandbox, detail: link })}`
  return (
    <Card title="State as a link">
      <p class="muted">
        Dataset, scenarios, fault, clock and choices in one line: for a colleague, a bug report, a test.
      </p>
      <ShellLine line={link} what="the state of this sandbox" advice="everything has its default" />
      {transport.isServer && <ShellLine line={address} what="the address of this panel that offers it" />}
      {value && value.leftOut.length > 0 && (
        <ul class="hint" aria-label="What it does not hold">
          {value.leftOut.map((note) => (
            <li key={note}>
              <Text>{note}</Text>
            </li>
          ))}
        </ul>
      )}
      <TextForm
        purpose="Load a state"
        label="State to load"
        submit="Load"
        class="mono"
        placeholder="dataset=large&scenario=slow"
        hintFor={() => 'A state, or an address with one. It replaces all that is in this sandbox.'}
        requestFor={(text) => (text.trim() === '' ? undefined : putLink(sandbox, text.trim()))}
        doneFor={() => 'The state was loaded.'}
      />
    </Card>
  )
}

function putLink(sandbox: string, link: string) {
  return { method: 'PUT', target: sandboxPath(sandbox, '/link'), body: { link } } as const
}

/** States to show the product with: some that every mock has, and files with those of one's own. */
export function Demos() {
  const panel = usePanel()
  const { sandbox, transport } = panel
  const [name, setName] = useState('')
  const [file, setFile] = useState<{ readonly name: string; readonly text: string }>()
  const [refusal, setRefusal] = useState<string>()
  const target = sandboxPath(sandbox, '/link')
  const line = `curl -X PUT -H 'Content-Type: application/json' -d ${quoted(`@${file?.name}`)} ${transport.origin}${target}`
  const load = async () => {
    const reading = readJson(file?.text ?? '')
    if (!reading.ok) return setRefusal('This file is not JSON. Save a demo above, and choose that file.')
    const request = { method: 'PUT', target, body: reading.value } as const
    const answer = await panel.act(request, 'The demo is at its start.', { line, onRefused: setRefusal })
    if (answer !== undefined) setRefusal(undefined)
  }
  return (
    <Card title="Demos">
      <p class="muted">
        Each replaces all that is in this sandbox. The button in the head of the panel goes back to its start.
      </p>
      <ul class="lined">
        {Object.entries(demos).map(([id, { summary }]) => (
          <li key={id} class="row">
            <span>
              <code>{id}</code> {summary}
            </span>
            <Action request={putLink(sandbox, id)} done={`The demo ${id} is at its start.`} label={`Load ${id}`}>
              Load
            </Action>
          </li>
        ))}
      </ul>
      <div class="form">
        <TextField
          label="This state as a demo"
          hint="A file with animals, clock, scenarios, fault and choices."
          problem={/^[a-z0-9-]{0,59}$/.test(name) ? undefined : 'A name has 1 to 59 of a–z, 0–9 and “-”.'}
          placeholder="name"
          value={name}
          onValue={setName}
        />
        <SaveButton
          target={`${target}?demo=${encodeURIComponent(name)}`}
          name={`${name}.json`}
          isDisabled={!/^[a-z0-9-]{1,59}$/.test(name)}
        >
          Save as a file
        </SaveButton>
      </div>
      <div class="form">
        <Field label="A demo of your own" problem={refusal}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".json,application/json"
              onChange={({ currentTarget: { files } }) => {
                setRefusal(undefined)
                const chosen = files?.[0]
                void chosen?.text().then((text) => setFile({ name: chosen.name, text }))
              }}
            />
          )}
        </Field>
        <PointedButton isDisabled={file === undefined} onPoint={() => panel.showLine(line)} onWork={load}>
          Load the file
        </PointedButton>
      </div>
      <small>
        In a shell: <code>animal-store mock --from busy-minute</code>, or <code>--from FILE</code>
      </small>
    </Card>
  )
}

/** One click back to the start of the demo that was loaded last. */
export function BackToStart() {
  const { sandbox, view } = usePanel()
  const snapshot = view?.snapshots.findLast((name) => name.startsWith(demoPrefix))
  if (snapshot === undefined) return null
  const name = snapshot.slice(demoPrefix.length)
  return (
    <Action
      request={{ method: 'POST', target: sandboxPath(sandbox, `/snapshots/${snapshot}/restore`) }}
      done={`The demo ${name} is at its start.`}
      kind="small chip"
    >
      Back to the start of {name}
    </Action>
  )
}

/** The state in the address of the panel. Only a click loads it: a link from elsewhere changes nothing. */
export function LinkOfAddress() {
  const panel = usePanel()
  const { sandbox, detail } = panel
  if (!detail) return null
  return (
    <section class="card" aria-label="The state in the address">
      <p>
        The address contains a state. Load it to replace all that is in the sandbox <strong>{sandbox}</strong>:
      </p>
      <TextBlock label="The state">{detail}</TextBlock>
      <div class="row">
        <Action
          request={putLink(sandbox, detail)}
          done="The state was loaded."
          kind="primary"
          onDone={() => panel.go('sandboxes')}
        >
          Load it
        </Action>
        <button type="button" class="button" onClick={() => panel.go('sandboxes')}>
          Ignore it
        </button>
      </div>
    </section>
  )
}
