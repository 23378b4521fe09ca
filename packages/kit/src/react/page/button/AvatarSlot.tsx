import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { useKit } from '../../hooks/useKit.ts'

type Drawing = ComponentType<{ address: string; size?: number }>

/**
 * The place of an avatar in a button; the drawing is fetched when somebody is connected, and with it the words of the language.
 * Marked where something is wrong that the button leads to.
 */
export function AvatarSlot({ address, isMarked }: { address: string; isMarked: boolean }) {
  const kit = useKit()
  const [Drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    import('../../connected/whenConnected.ts').then(
      ({ Avatar, applyTexts, baseTexts }) => {
        setDrawing(() => Avatar)
        void applyTexts(kit, baseTexts)
      },
      () => {}, // an ornament that did not come leaves its place empty
    )
  }, [kit])
  return <span className="page-button-avatar" data-marked={isMarked}>{Drawing && <ErrorBoundary fallback={() => null}><Drawing address={address} size={24} /></ErrorBoundary>}</span>
}
