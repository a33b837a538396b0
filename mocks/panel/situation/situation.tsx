import { Board } from './board.tsx'
import { Choices } from './choices.tsx'
import { ClockLine } from './clock.tsx'
import { Faults } from './faults.tsx'
import { HeldReplies } from './held.tsx'

/** The tab "Situation": everything that decides how the sandbox answers, beside its animals and keys. */
export function Situation() {
  // Where they fit beside the board, they begin unfolded.
  const isWide = innerWidth >= 1800
  return (
    <div class="situation">
      <div class="stack">
        <HeldReplies />
        <Board />
        <ClockLine />
      </div>
      <div class="stack">
        <Choices isOpen={isWide} />
        <Faults isOpen={isWide} />
      </div>
    </div>
  )
}
