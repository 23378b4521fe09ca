import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { applyTexts } from '../i18n/applyTexts.ts'
import type { Notice } from '../modal/feature.ts'
import { ErrorBoundary } from '../button/ErrorBoundary.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'

/**
 * A notice or another part that is shown in certain states of the kit. Its code is loaded in the
 * first such state. If that fails, it is loaded again in the next such state, or when the browser
 * is online again.
 */
export function LazyNotice({ notice }: { notice: Notice }) {
  const kit = useKit()
  const isNeeded = useKitState(notice.when)
  const [Part, setPart] = useState<ComponentType>()
  useEffect(() => {
    if (!isNeeded || Part) return
    const load = () =>
      Promise.all([notice.load(), applyTexts(kit)]).then(
        ([part]) => setPart(() => part.default as ComponentType), // the manifest has no types of React
        () => {},
      ) // if the code fails to load, the screens work without the part
    void load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [isNeeded, notice, Part, kit])
  return Part ? (
    <ErrorBoundary fallback={() => null}>
      <Part />
    </ErrorBoundary>
  ) : null
}
