import { SkeletonRow } from '@latchkey/ui/Row.tsx'

/** The placeholder of a list that is loading. */
export const ListSkeleton = () => (
  <div className="stack">
    <SkeletonRow />
    <SkeletonRow />
    <SkeletonRow />
  </div>
)
