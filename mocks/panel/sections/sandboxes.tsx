import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Sandboxes". */
export function Sandboxes() {
  return (
    <>
      <SectionHead title="Sandboxes" about="" />
      <Empty title="In work" />
    </>
  )
}
