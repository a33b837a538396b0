import { useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { ConfirmedAction } from '../ui/confirmed-action.tsx'
import { FileForm } from '../ui/file-form.tsx'
import { Fold } from '../ui/fold.tsx'
import { RequestForm, countField } from '../ui/form.tsx'
import { Button } from '../ui/layout.tsx'
import { TextBlock } from '../ui/text.tsx'
import { Animals } from './animals.tsx'
import { Sandboxes } from './sandboxes.tsx'
import { States } from './states.tsx'

/** The tab "Data": the animals of the sandbox, what fills them, and the sandboxes. */
export function Data() {
  const { view, sandbox } = usePanel()
  return (
    <>
      <LinkOfAddress />
      <div class="data">
        <Animals />
        <div class="fill">
          <Fold id="files" title="Load animals" about="a dataset or a file" isOpen>
            <LoadAnimals />
          </Fold>
          <Fold id="states" title="Go to a state" about={counted(view?.snapshots.length ?? 0, 'snapshot')}>
            <States />
          </Fold>
          <Fold id="sandboxes" title="Sandboxes" about={sandbox}>
            <Sandboxes />
          </Fold>
        </div>
      </div>
    </>
  )
}

/** Loads many animals at once, in place of those that are there. */
function LoadAnimals() {
  const { lists, to } = usePanel()
  const request = to('PUT', '/animals')
  return (
    <>
      {lists.datasets.length > 0 && <DatasetForm />}
      <FileForm
        label="A file of animals"
        hint="JSON, NDJSON or CSV, with at most 100,000 animals. To save one: ⋯ in the head."
        accept=".json,.ndjson,.jsonl,.csv"
        request={request}
        bodyOf={(content, file) => ({ file, content })}
        done="The animals of the file were loaded."
      />
      <ConfirmedAction
        text="Remove all animals"
        request={{ ...request, body: [] }}
        done="All animals were removed."
        question="Remove them all?"
        yes="Remove all"
      />
    </>
  )
}

function DatasetForm() {
  const { lists, to } = usePanel()
  const [usual, setUsual] = useState(lists.datasets.find(({ name }) => name === 'demo'))
  return (
    <RequestForm
      label="Load a dataset"
      class="form dataset"
      fields={[
        {
          name: 'dataset',
          label: 'Dataset',
          hint: usual?.summary,
          options: lists.datasets.map(({ name }) => name),
          onChange: ({ currentTarget: { value } }) => setUsual(lists.datasets.find(({ name }) => name === value)),
        },
        countField('count', 'Count', usual?.count),
        countField('seed', 'Seed', 1),
      ]}
      first={{ dataset: 'demo' }}
      requestFor={({ dataset, count, seed }) =>
        to('PUT', '/animals', { dataset, ...(count && { count: Number(count) }), ...(seed && { seed: Number(seed) }) })
      }
      doneFor={({ dataset }) => `The animals of “${dataset}” were loaded.`}
      submit="Load in place of all"
    />
  )
}

/** What a link to this tab may lead to, beside a state. */
const places = ['add', 'files', 'states', 'sandboxes']

/** The state in the address of the panel. Only a click loads it: a link from elsewhere changes nothing. */
function LinkOfAddress() {
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
