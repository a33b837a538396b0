import { defaultSandboxName } from '../../keys/keys.ts'

/** Which part of the panel is open. */
export interface PanelLocation {
  readonly section: string
  readonly sandbox: string
  readonly detail: string | undefined
  /** The number of the call that is open. */
  readonly call?: number | undefined
}

/** Keeps the location as a fragment: in the address of the panel's own page, or where the address is another program's. */
export interface LocationKeeper {
  read(): string
  /** @param isStep whether the browser's button back passes over it */
  write(fragment: string, isStep?: boolean): void
  /** Tells when a person goes elsewhere by the browser's buttons, until the returned function is called; only in an address. */
  watch?(onChange: () => void): () => void
}

const start: PanelLocation = { section: 'calls', sandbox: defaultSandboxName, detail: undefined }

/** The location in the fragment of the address, such as `#/data?sandbox=pr-17`. */
export const addressKeeper: LocationKeeper = {
  read: () => location.hash,
  write: (fragment, isStep = false) => history[isStep ? 'replaceState' : 'pushState'](null, '', fragment),
  watch(onChange) {
    addEventListener('popstate', onChange)
    return () => removeEventListener('popstate', onChange)
  },
}

type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** The tab's own storage; where the browser keeps it from the page, nothing is remembered. */
export function sessionMemory(): Memory {
  try {
    return sessionStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined }
  }
}

/** The location in the tab's own storage, so that it survives a reload. */
export function storedKeeper(storage: Memory): LocationKeeper {
  const name = 'animal-store-panel.location'
  return { read: () => storage.getItem(name) ?? '', write: (fragment) => storage.setItem(name, fragment) }
}

/** The location that a fragment of an address names. */
export function readFragment(fragment: string): PanelLocation {
  const [, section = start.section, query = ''] = /^#\/([a-z0-9-]+)(?:\?(.*))?$/.exec(fragment) ?? []
  const parameters = new URLSearchParams(query)
  return {
    section,
    sandbox: parameters.get('sandbox') ?? start.sandbox,
    detail: parameters.get('show') ?? undefined,
    call: parameters.has('call') ? Number(parameters.get('call')) : undefined,
  }
}

/** The fragment of an address that names a location. */
export function writeFragment({ section, sandbox, detail, call }: PanelLocation): string {
  const parameters = new URLSearchParams()
  if (sandbox !== start.sandbox) parameters.set('sandbox', sandbox)
  if (detail !== undefined) parameters.set('show', detail)
  if (call !== undefined) parameters.set('call', String(call))
  const query = parameters.toString()
  return `#/${section}${query === '' ? '' : `?${query}`}`
}
