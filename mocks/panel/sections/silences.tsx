import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Silences". */
export function Silences() {
  return (
    <>
      <SectionHead title="Silences" about="" />
      <Empty title="In work" />
    </>
  )
}
