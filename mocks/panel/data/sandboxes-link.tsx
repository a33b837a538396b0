import { useState } from 'preact/hooks'
import { demoPrefix, demos } from '../../world/demos.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import type { LinkState } from '../../../spec/made/control-types.ts'
import { usePanel } from '../panel-context.tsx'
import { useResource } from '../use-resource.ts'
import { Action, SaveButton, TextForm } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { JsonFileForm } from '../ui/file-form.tsx'
import { Button } from '../ui/layout.tsx'
import { ShellLine, Text, TextBlock } from '../ui/text.tsx'
import { writeFragment } from '../panel-location.ts'

/** How often the link is read again, for the clock and what others changed. */
const linkMilliseconds = 2000

/** The state of the sandbox as one short text: to share, and to load. */
export function StateLink() {
  const { sandbox, transport, to } = usePanel()
  const { value } = useResource<LinkState>(sandboxPath(sandbox, '/link'), linkMilliseconds)
  const link = value?.link ?? ''
  const address = `${transport.origin}/${writeFragment({ section: 'data', sandbox, detail: link })}`
  return (
    <>
      <p class="muted">The dataset and all settings in one line.</p>
      <ShellLine line={link} what="the state of this sandbox" advice="everything has its default" />
      {transport.isServer && <ShellLine line={address} what="the address of this panel that offers it" />}
      {value && value.leftOut.length > 0 && (
        <ul class="muted" aria-label="What it does not hold">
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
        requestFor={(text) => (text.trim() === '' ? undefined : to('PUT', '/link', { link: text.trim() }))}
        doneFor={() => 'The state was loaded.'}
      />
    </>
  )
}

/** States to show the product with: some that every mock has, and files with those of one's own. */
export function Demos() {
  const { to } = usePanel()
  const [name, setName] = useState('')
  return (
    <>
      <p class="muted">
        Each replaces all that is in this sandbox. The button in the head of the panel goes back to its start.
      </p>
      <ul class="lined">
        {Object.entries(demos).map(([id, { summary }]) => (
          <li key={id} class="row">
            <span>
              <code>{id}</code> {summary}
            </span>
            <Action
              text="Load"
              aria-label={`Load ${id}`}
              request={to('PUT', '/link', { link: id })}
              done={`The demo ${id} is at its start.`}
            />
          </li>
        ))}
      </ul>
      <div class="form">
        <TextField
          label="This state as a demo"
          hint="A file with the animals and all settings."
          problem={/^[a-z0-9-]{0,59}$/.test(name) ? undefined : 'A name has 1 to 59 of a–z, 0–9 and “-”.'}
          placeholder="name"
          value={name}
          onValue={setName}
        />
        <SaveButton
          text="Save as a file"
          path={`/link?demo=${encodeURIComponent(name)}`}
          name={`${name}.json`}
          disabled={!/^[a-z0-9-]{1,59}$/.test(name)}
        />
      </div>
      <JsonFileForm
        label="A demo of your own"
        request={to('PUT', '/link')}
        done="The demo is at its start."
        advice="Save a demo above, and choose that file."
      />
      <small>
        In a shell: <code>animal-store mock --from busy-minute</code>, or <code>--from FILE</code>
      </small>
    </>
  )
}

/** One click back to the start of the demo that was loaded last. */
export function BackToStart() {
  const { to, view } = usePanel()
  const snapshot = view?.snapshots.findLast((name) => name.startsWith(demoPrefix))
  if (snapshot === undefined) return null
  const name = snapshot.slice(demoPrefix.length)
  return (
    <Action
      text={`↺ ${name}`}
      aria-label={`Back to the start of ${name}`}
      title={`Back to the start of ${name}`}
      request={to('POST', `/snapshots/${encodeURIComponent(snapshot)}/restore`)}
      done={`The demo ${name} is at its start.`}
      class="small clip"
    />
  )
}

/** What a link to this tab may lead to, beside a state. */
const places = ['add', 'files', 'snapshots', 'demos', 'link', 'sandboxes']

/** The state in the address of the panel. Only a click loads it: a link from elsewhere changes nothing. */
export function LinkOfAddress() {
  const { sandbox, detail, to, go } = usePanel()
  const leave = () => go('data')
  if (!detail || places.includes(detail)) return null
  return (
    <div class="card" role="group" aria-label="The state in the address">
      <p>
        The address contains a state. Load it to replace all that is in the sandbox <strong>{sandbox}</strong>:
      </p>
      <TextBlock label="The state">{detail}</TextBlock>
      <div class="row">
        <Action
          text="Load it"
          request={to('PUT', '/link', { link: detail })}
          done="The state was loaded."
          class="primary"
          onDone={leave}
        />
        <Button text="Ignore it" onClick={leave} />
      </div>
    </div>
  )
}
