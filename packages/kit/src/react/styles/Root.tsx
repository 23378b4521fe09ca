import type { ReactNode } from 'react'
import type { borderProps } from '../../core/page/border.ts'
import { directionOf } from '../../core/options/locale.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * The outermost element inside a shadow root. It sets the language, the colours and the site's own
 * `--lk-*` values. `events` are handlers for all events inside.
 */
export function Root({ children, events }: { children: ReactNode; events?: typeof borderProps }) {
  const mode = useKitState((state) => state.themeMode)
  const locale = useKitState((state) => state.locale)
  const variables = useKitState((state) => state.themeVariables)
  return (
    <div
      className="root"
      lang={locale}
      dir={directionOf(locale)}
      data-mode={mode}
      style={variables}
      {...events}
    >
      {children}
    </div>
  )
}
