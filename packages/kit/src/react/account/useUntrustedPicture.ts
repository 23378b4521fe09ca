import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useKit } from '../hooks/useKit.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Milliseconds within which an untrusted picture must load. */
const loadTimeout = 15_000

/**
 * Returns the loading state of an untrusted picture, and the attributes for its `<img>`. An `<img>`
 * runs no code of the picture, and the picture's host gets no referrer. A picture that takes too
 * long counts as broken.
 */
export function useUntrustedPicture(src: string | undefined): {
  status: 'waiting' | 'shown' | 'broken'
  image: ComponentProps<'img'>
} {
  const { clock } = contextOf(useKit())
  const [known, setKnown] = useState<{ src?: string; status: 'shown' | 'broken' }>()
  const status = !src ? 'broken' : known?.src === src ? known.status : 'waiting'
  useEffect(() => {
    if (src && status === 'waiting')
      return clock.setTimeout(() => setKnown({ src, status: 'broken' }), loadTimeout)
  }, [src, status, clock])
  const image = {
    src,
    alt: '',
    referrerPolicy: 'no-referrer',
    decoding: 'async',
    draggable: false,
    onLoad: () => setKnown({ src, status: 'shown' }),
    onError: () => setKnown({ src, status: 'broken' }),
  } as const
  return { status, image }
}
