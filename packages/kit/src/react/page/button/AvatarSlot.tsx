import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import { useKit } from '../../hooks/useKit.ts'

type Drawing = ComponentType<{ address: string; size?: number }>

/**
 * The place of an avatar in a button. The drawing is loaded when a wallet is connected, in one request with the language's texts, and the name that is known of the account.
 * Marked when there is a problem that the button leads to.
 */
export function AvatarSlot({ address, isMarked }: { address: string; isMarked: boolean }) {
  const kit = useKit()
  const [Drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    import('../../connected/whenConnected.ts').then(
      ({ Avatar, applyTexts, baseTexts, restoreName }) => {
        setDrawing(() => Avatar)
        restoreName(kit, address)
        void applyTexts(kit, baseTexts)
      },
      () => {}, // it is decoration: without it its place stays empty
    )
  }, [kit, address])
  return <span className="page-button-avatar" data-marked={isMarked}>{Drawing && <ErrorBoundary fallback={() => null}><Drawing address={address} size={24} /></ErrorBoundary>}</span>
}
