import { memo } from 'react'
import { ErrorBoundary } from '../button/ErrorBoundary.tsx'
import { LoadFailed } from '../modal/LoadFailed.tsx'
import { Loading } from '../modal/Loading.tsx'
import { ScreenFailed } from '../modal/ScreenFailed.tsx'
import type { Shown } from '../panesOf.ts'

/** Returns a key for one visit of a screen. */
export const visitOf = ({ request, route }: Shown): string =>
  `${request} ${route.view} ${route.visit}`

/**
 * The content of the modal: a screen, a placeholder while its code loads, or an error message. When
 * a screen throws an error, `onBroken` gets the key of its visit. `memo` keeps the screen from being
 * drawn again for a change of the state that only the modal follows.
 */
export const Card = memo(function Card({
  isOpen,
  isTall,
  shown,
  onRetry,
  onBroken,
}: {
  isOpen: boolean
  isTall: boolean
  shown: Shown | undefined
  onRetry: () => void
  onBroken: (visit: string | undefined) => void
}) {
  if (!shown) return <Loading isTall={isTall} />
  const { route, View } = shown
  if (!View) return <LoadFailed onRetry={onRetry} />
  const visit = visitOf(shown)
  const failed = (retry: () => void) => {
    const retryOnce = () => {
      onBroken(undefined)
      retry()
    }
    return <ScreenFailed onRetry={retryOnce} />
  }
  return (
    // a screen that threw an error while it was prerendered is drawn again when the modal opens
    <ErrorBoundary
      of={`${visit} ${isOpen}`}
      onError={() => isOpen && onBroken(visit)}
      fallback={failed}
    >
      <View key={`${route.view} ${route.visit}`} params={route.params} />
    </ErrorBoundary>
  )
})
