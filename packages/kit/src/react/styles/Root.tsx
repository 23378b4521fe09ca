import type { ReactNode } from 'react'
import { directionOf } from '../../core/locale.ts'
import { useKitState } from '../hooks/useKitState.ts'

/** The outermost element inside a shadow root: carries the language, the colours and the site's own `--lk-*` values. */
export function Root({ children }: { children: ReactNode }) {
  const mode = useKitState((state) => state.themeMode)
  const locale = useKitState((state) => state.locale)
  const variables = useKitState((state) => state.themeVariables)
  return (
    <div className="root" lang={locale} dir={directionOf(locale)} data-mode={mode} style={variables}>
      {children}
    </div>
  )
}
