import { SkeletonRow } from '@latchkey/ui/Row.tsx'

/** Holds the place of the form while its options are loading. */
export function OptionsSkeleton() {
  return (
    <div className="onramp" aria-busy="true">
      <div className="onramp-amount" data-skeleton="" aria-hidden="true">
        <span className="skeleton onramp-skeleton-figure" />
        <span className="skeleton onramp-skeleton-presets" />
      </div>
      <SkeletonRow />
      <SkeletonRow />
    </div>
  )
}
