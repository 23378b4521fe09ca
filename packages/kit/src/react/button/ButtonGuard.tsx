import type { ReactNode } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import type { OpenableView } from '../../core/kit/featureTypes.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useWords } from './words.ts'

/**
 * Keeps a button's errors from the site. A plain button in the page's own style replaces it; a
 * press draws the real one again and opens the modal. A missing `KitProvider` still throws, because
 * the site's developer must see it.
 */
export function ButtonGuard({
  label,
  view,
  children,
}: {
  label?: string
  view?: OpenableView
  children: ReactNode
}) {
  const t = useWords()
  const kit = useKit()
  const isConnected = accountOf(kit.getState()) !== undefined
  const press = (retry: () => void) => {
    retry()
    // without a provider there is nothing to show; `kit.open` reports the error to the site's own
    // calls
    kit.open({ view }).catch(() => {})
  }
  const plain = (retry: () => void) => (
    <button type="button" onClick={() => press(retry)}>
      {(!isConnected && label) || t('retry')}
    </button>
  )
  return <ErrorBoundary fallback={plain}>{children}</ErrorBoundary>
}
