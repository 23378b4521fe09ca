import type { ReactNode } from 'react'
import { useKitState } from '../useKitState.ts'
import { useColorMode } from './useColorMode.ts'

/** The outermost element inside a shadow root: carries the colours and the site's own `--lk-*` values. */
export function Root({ children }: { children: ReactNode }) {
  const mode = useColorMode(useKitState((state) => state.themeMode))
  const variables = useKitState((state) => state.themeVariables)
  return (
    <div className="root" data-mode={mode} style={variables}>
      {children}
    </div>
  )
}
