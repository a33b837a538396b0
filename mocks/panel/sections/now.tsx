import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Now". */
export function Now() {
  return (
    <>
      <SectionHead title="Now" about="" />
      <Empty title="In work" />
    </>
  )
}
