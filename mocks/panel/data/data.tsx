import { usePanel } from '../panel-context.tsx'
import { Fold } from '../ui/fold.tsx'
import { Animals } from './animals.tsx'
import { AnimalsFiles } from './animals-files.tsx'
import { Sandboxes, Snapshots } from './sandboxes.tsx'
import { Demos, LinkOfAddress, StateLink } from './sandboxes-link.tsx'

/** The tab "Data": the animals of the sandbox, what fills them, and the sandboxes. */
export function Data() {
  const { view, sandbox } = usePanel()
  return (
    <>
      <LinkOfAddress />
      <div class="data">
        <Animals />
        <div class="fill">
          <Fold id="files" title="Load and save" about="datasets and files" isOpen>
            <AnimalsFiles />
          </Fold>
          <Fold id="snapshots" title="Snapshots" about={view?.snapshots.length}>
            <Snapshots />
          </Fold>
          <Fold id="demos" title="Demos" about="animals and a situation">
            <Demos />
          </Fold>
          <Fold id="link" title="State as a link" about="to share">
            <StateLink />
          </Fold>
          <Fold id="sandboxes" title="Sandboxes" about={sandbox}>
            <Sandboxes />
          </Fold>
        </div>
      </div>
    </>
  )
}
