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
  const test = lists.testKeys.map(({ key, summary }) => ({ key: keyIn(sandbox, key), summary }))
  return (
    <Card title="Its keys">
      <ul class="lined sandbox-keys">
        {test.map(({ key, summary }) => (
          <li key={key}>
            <code>{key}</code>
            <small>{summary}</small>
            <CopyButton text={key} what={`the key ${key}`} />
          </li>
        ))}
        {own
          .filter((key) => key.sandbox === sandbox)
          .map(({ id, name, plan, standing }) => (
            <li key={id}>
              <code>
                <Text>{name}</Text>
              </code>
              <small>{`an own key: ${standing}, ${plan}`}</small>
            </li>
          ))}
      </ul>
    </Card>
  )
}
