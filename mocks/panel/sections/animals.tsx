import { Empty, SectionHead } from '../ui/layout.tsx'

/** The section "Animals". */
export function Animals() {
  return (
    <>
      <SectionHead title="Animals" about="" />
      <Empty title="In work" />
    </>
  )
}
