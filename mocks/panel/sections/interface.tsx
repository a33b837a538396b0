import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Interface". */
export function InterfaceSection() {
  return (
    <>
      <SectionHead title="Interface" about="" />
      <Empty title="In work" />
    </>
  )
}
