import { keyIn } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { useResource } from '../../use-resource.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { OwnKeyView } from '../../views.ts'

/** The keys whose calls are in the sandbox. */
export function SandboxKeys() {
  const { sandbox, lists } = usePanel()
  const { value: own = [] } = useResource<readonly OwnKeyView[]>('/_mock/keys')
  const test = lists.testKeys.map(({ key, summary }) => ({ name: keyIn(sandbox, key), about: summary, isOwn: false }))
  const others = own
    .filter((key) => key.sandbox === sandbox)
    .map(({ name, plan, standing }) => ({ name, about: `an own key: ${standing}, ${plan}`, isOwn: true }))
  return (
    <Card title="Its keys">
      <ul class="lined scroller">
        {[...test, ...others].map(({ name, about, isOwn }) => (
          <li key={name} class="row">
            <span>
              <code>
                <Text>{name}</Text>
              </code>
              <br />
              <small>{about}</small>
            </span>
            {isOwn ? null : <CopyButton text={name} what={`the key ${name}`} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
