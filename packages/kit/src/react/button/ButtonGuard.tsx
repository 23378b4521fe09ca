import type { ReactNode } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import type { OpenableView } from '../../core/kit/featureTypes.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useWords } from './words.ts'

/**
 * Keeps an error of a button away from the site. A plain button in the page's own style then
 * replaces the broken one. A press on it renders the kit's button again and opens the modal. A
 * missing `KitProvider` still throws an error, because the site's developer must see it.
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
    // An error is ignored here. It usually says that no `KitProvider` is mounted, and then the kit
    // cannot show it. A site that calls `kit.open` itself gets it.
    kit.open({ view }).catch(() => {})
  }
  const plain = (retry: () => void) => (
    <button type="button" onClick={() => press(retry)}>
      {(!isConnected && label) || t('retry')}
    </button>
  )
  return <ErrorBoundary fallback={plain}>{children}</ErrorBoundary>
}
