import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ControlRequest, Transport } from '../../control/client/transport.ts'
import type { Calls } from './bench/calls.ts'
import type { Lists, WholeSandbox } from '../../../spec/made/control-types.ts'

/** What every part of the panel shares. */
export interface Panel {
  readonly transport: Transport
  /** The sandbox that is looked at, by name. */
  readonly sandbox: string
  /** It as a whole; `undefined` until the first answer. */
  readonly view: WholeSandbox | undefined
  readonly lists: Lists
  /** Whether the mock gave no answer the last time. */
  readonly isLost: boolean
  /** Grows with each change that the panel makes, so that whatever shows state reads it again. */
  readonly version: number
  /** The calls that it has, which a mock that is gone has no longer. */
  readonly kept: { current: Calls }
  /** What takes the last action back. */
  readonly undo: ControlRequest | undefined
  /** A request about the sandbox that is looked at. */
  readonly to: (method: ControlRequest['method'], path: string, body?: unknown) => ControlRequest
  /** Sends a request that changes something, and shows how it ended. Gives `undefined` if it was refused. */
  readonly act: (
    request: ControlRequest,
    done: string | ((reply: unknown) => string),
    special?: SpecialAct,
  ) => Promise<{ readonly reply: unknown } | undefined>
  /** The `curl` line that sends a request. */
  readonly lineOf: (request: ControlRequest) => string
  /** Saves what a path of the sandbox gives as a file; or a `text` of the panel's own. */
  readonly save: (name: string, path: string, text?: string) => Promise<void>
  /** Copies a text, and says that it copied `what`. */
  readonly copy: (text: string, what: string) => Promise<void>
  /** Shows a notice in the status bar, which screen readers read out, too. */
  readonly notify: (notice: Notice) => void
  /** Takes the colours of a CSS `color-scheme`. */
  readonly setTheme: (theme: string) => void
  /** Looks at another sandbox, with what the section is to show there. */
  readonly openSandbox: (name: string, detail?: string) => void
  /** Goes to another section, with what it is to show there. `null` closes the open call. */
  readonly go: (section: string, detail?: string, call?: null) => void
  /** The whole address that leads to this state of the sandbox. */
  readonly linkTo: (state: string) => string
  /** What the section is to show, as `go` said. */
  readonly detail: string | undefined
  /** The parts that it has. */
  readonly tabs: readonly NamedTab[]
  /** The number of the call that is open. */
  readonly call: number | undefined
  readonly openCall: (number: number | undefined) => void
}

/** A part of the panel, as the head and the palette name it. */
export interface NamedTab {
  readonly id: string
  readonly title: string
  /** What else people look for there. */
  readonly also: string
  /** What it showed last; nothing for the one that is open. */
  readonly detail?: string | undefined
}

/** How an action ended, and the line for a shell that does the same. */
export interface Notice {
  readonly text: string
  readonly isProblem?: boolean
  readonly line?: string | undefined
  /** What takes it back. */
  readonly undo?: ControlRequest | undefined
  /** What can be done as long as it stands. */
  readonly offer?: readonly { readonly text: string; readonly run: () => void }[]
}

/** What is special about sending a request. */
interface SpecialAct {
  /** What does the same in a shell, where the request is too long for a line of its own. */
  readonly line?: string | undefined
  /** Takes the whole reason of a refusal. The status bar shows its first line. */
  readonly onRefused?: ((message: string) => void) | undefined
}

// Nothing is drawn outside of a panel.
const PanelContext = createContext({} as Panel)

export const PanelProvider = PanelContext.Provider

/** The panel that a component is in. */
export const usePanel = (): Panel => useContext(PanelContext)
