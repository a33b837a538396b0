/** A file of the panel, as it is sent. */
export interface PanelFile {
  /** Its media type, such as `text/html; charset=utf-8`. */
  readonly type: string
  readonly body: Uint8Array | string
}

/** Gives the panel's file of a path, such as `/` or `/panel/panel.js`; `undefined` for any other path. */
export type PanelFiles = (path: string) => Promise<PanelFile | undefined>
