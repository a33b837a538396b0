/** A decoded text, and where each character of it begins and ends in what was decoded. */
export interface Decoded {
  readonly text: string
  readonly from: Int32Array
  readonly to: Int32Array
}
