import { Now } from './now.tsx'
import { Play } from './play.tsx'
import { Time } from './time.tsx'

/** The tab "Situation": what decides the answers now, and what else could: spec/decisions/0203-what-the-panel-draws.md. */
export function Situation() {
  return (
    <div class="situation">
      <Now />
      <Play />
      <Time />
    </div>
  )
}
