import type { Awaitable } from '../../spec/awaitable.ts'
import type { Validator } from '../../spec/made/validators.js'
import type { Shape } from '../../spec/shape.ts'
import type { Item, NewItem } from '../animals/items.ts'
import type { DetailedCode } from '../call/error-codes.ts'
import type { Refusal } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'

/** What is special about one resource. All else follows from the description. */
export interface ResourceRules<I extends Item = Item> {
  /** What is sent to add an item. */
  readonly newShape: Shape
  readonly isNew: Validator<NewItem<I>>
  /** The code where nothing has the id of a call. */
  readonly unknown: DetailedCode
  /** A valid item as it is added. */
  complete?(item: NewItem<I>, choices: ParsedChoices): NewItem<I>
  /** Why an item is refused that the interface allows, if a choice refuses any. */
  refuse?(item: NewItem<I>, context: CallContext): Awaitable<Refusal | undefined>
}
