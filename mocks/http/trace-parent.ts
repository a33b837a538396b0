// https://www.w3.org/TR/trace-context/#traceparent-header: a later version may have more fields.
const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The parts of a `traceparent` header that tools look for; `undefined` for an invalid one, which W3C has us ignore. */
export function readTraceParent(
  header: string | undefined,
): { traceId: string; parentId: string; flags: string } | undefined {
  const [, version, traceId = '', parentId = '', flags = '', more] = form.exec(header ?? '') ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, parentId, flags }
}

/** What a reply says of the trace that its call is part of: the same, in the version that is understood here. */
export function answeredTraceParent(header: string): string | undefined {
  const trace = readTraceParent(header)
  return trace && `00-${trace.traceId}-${trace.parentId}-${trace.flags}`
}
