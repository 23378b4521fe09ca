import { SkeletonRow } from '../../ui/Row.tsx'

/** The form's shape, while what can be bought is on its way. */
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
