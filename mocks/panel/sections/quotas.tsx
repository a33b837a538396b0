import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Quotas". */
export function Quotas() {
  return (
    <>
      <SectionHead title="Quotas" about="" />
      <Empty title="In work" />
    </>
  )
}
