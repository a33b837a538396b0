/** A narrower window has no room for two beside each other; the style says the same. */
const narrow = '43.75rem'

/**
 * The page gives a drawer its place, as to the tools of a browser: spec/decisions/0203-what-the-panel-draws.md. `makeRoom`
 * does so at once, `leave` gives the place back.
 */
export function pushPageAside(drawer: HTMLElement) {
  // A sheet, so that the elements of the app stay as they are, and a strict Content-Security-Policy is kept.
  const place = new CSSStyleSheet()
  document.adoptedStyleSheets.push(place)
  const makeRoom = () => place.replaceSync(roomFor(drawer))
  const observer = new ResizeObserver(makeRoom)
  observer.observe(drawer)
  const leave = () => {
    observer.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== place)
  }
  return { makeRoom, leave }
}

/** How a page gives its place to a drawer: beside it, or below it on a phone, where its end can still be scrolled to. */
function roomFor({ offsetWidth, offsetHeight }: HTMLElement): string {
  if (offsetWidth === 0) return ''
  return `@media (width >= ${narrow}) { :root { margin-right: ${offsetWidth}px !important } }
@media (width < ${narrow}) { :root { margin-bottom: ${offsetHeight}px !important } }`
}
