import { SkeletonRow } from '@latchkey/ui/Row.tsx'

/** The placeholder of the form while the options are loading. */
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
