import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'

type Drawing = ComponentType<{ address: string; size?: number }>

/** The place of an avatar in a button; the drawing is fetched when somebody is connected. */
export function AvatarSlot({ address }: { address: string }) {
  const [Drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    import('../ui/Avatar.tsx').then(
      ({ Avatar }) => setDrawing(() => Avatar),
      () => {}, // an ornament that did not come leaves its place empty
    )
  }, [])
  return <span className="page-button-avatar">{Drawing && <Drawing address={address} size={24} />}</span>
}
