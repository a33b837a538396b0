import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Scenarios". */
export function Scenarios() {
  return (
    <>
      <SectionHead title="Scenarios" about="" />
      <Empty title="In work" />
    </>
  )
}
