import { counted } from '../../../spec/counted.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, TextForm } from '../ui/action.tsx'
import { Menu } from '../ui/menu.tsx'
import { CopyButton } from '../ui/text.tsx'
import type { KeyRow } from './keys.tsx'

/** What can be done with one key. */
export function KeyMenu({ row: { id, quota, isValid, isOwn, sandbox: home }, name }: { row: KeyRow; name: string }) {
  const { to, sandbox, transport } = usePanel()
  if (id === null || transport.report) return null
  const put = (change: object) => to('PUT', '/quotas', { key: id, ...change })
  const isBanned = quota?.isBanned === true
  const full = isBanned ? `The minute and the day of ${name} are full; the ban stays.` : `${name} has all its requests.`
  const actions: readonly (readonly [text: string, change: object, done: string])[] = [
    ['Exhaust', { remaining: 0 }, `${name} has no request left.`],
    ['Refill', { minuteUsed: 0, dayUsed: 0 }, full],
    isBanned
      ? ['Unban', { bannedForSeconds: 0 }, `${name} is no longer banned.`]
      : ['Ban 5 min', { bannedForSeconds: 300 }, `${name} is banned for five minutes.`],
  ]
  return (
    <Menu label={`Change ${name}`}>
      {/* An own key is masked. */}
      {!isOwn && <CopyButton text={name} what={`the key ${name}`} />}
      {isValid && home === sandbox && (
        <>
          {actions.map(([text, change, done]) => (
            <Action key={text} text={text} aria-label={`${text}: ${name}`} request={put(change)} done={done} />
          ))}
          <TextForm
            purpose={`Set remaining: ${name}`}
            label="Requests left"
            submit="Set"
            look=""
            size={6}
            inputMode="numeric"
            problem="It must be a whole number from 0 on."
            requestFor={(text) => (/^[0-9]{1,9}$/.test(text) ? put({ remaining: Number(text) }) : undefined)}
            doneFor={(text) => `${name} has ${counted(Number(text), 'request')} left.`}
          />
        </>
      )}
      {isOwn && (
        <Action
          text="Delete"
          aria-label={`Delete the key ${name}`}
          request={{ method: 'DELETE', target: `/_mock/keys/${encodeURIComponent(id)}` }}
          done={`The key ${name} was deleted: its calls get 401.`}
          class="danger"
        />
      )}
    </Menu>
  )
}
