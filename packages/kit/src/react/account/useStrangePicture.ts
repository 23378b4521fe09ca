import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useKit } from '../hooks/useKit.ts'

/** Milliseconds that a stranger's picture may take. */
const patience = 15_000

/**
 * How it stands with a picture that a stranger chose, and what its `<img>` takes: nothing runs in it, and it tells nobody where it
 * stands. One that is broken, or takes too long, is let go.
 */
export function useStrangePicture(src: string | undefined): { status: 'waiting' | 'shown' | 'broken'; image: ComponentProps<'img'> } {
  const { clock } = useKit().context
  const [known, setKnown] = useState<{ src?: string; status: 'shown' | 'broken' }>()
  const status = !src ? 'broken' : known?.src === src ? known.status : 'waiting'
  useEffect(() => {
    if (src && status === 'waiting') return clock.setTimeout(() => setKnown({ src, status: 'broken' }), patience)
  }, [src, status, clock])
  const image = {
    src, alt: '', referrerPolicy: 'no-referrer', decoding: 'async', draggable: false,
    onLoad: () => setKnown({ src, status: 'shown' }),
    onError: () => setKnown({ src, status: 'broken' }),
  } as const
  return { status, image }
}
