import { monogramOf } from '@latchkey/protocol/monogram'
import { useEffect, useState } from 'react'
import { useKit } from '../../../useKit.ts'

/** Milliseconds that a stranger's picture may take. */
const patience = 15_000

/**
 * A picture that a stranger chose: an `<img>`, in which nothing runs, that tells nobody where it stands. One that is broken, or takes
 * too long, is let go, and a monogram stands in its place. Decoration: the name beside it says what it is.
 */
export function NftPicture({ name, src }: { name: string; src: string | undefined }) {
  const { clock } = useKit().context
  const [state, setState] = useState<{ src?: string; is: 'waiting' | 'shown' | 'broken' }>({ is: 'waiting' })
  const is = state.src === src ? state.is : 'waiting'
  useEffect(() => {
    if (!src || is !== 'waiting') return
    return clock.setTimeout(() => setState({ src, is: 'broken' }), patience)
  }, [src, is, clock])
  if (!src || is === 'broken') {
    const { letters, color } = monogramOf(name)
    return <span className="nft-picture" data-monogram={letters} style={{ backgroundColor: color }} aria-hidden="true" />
  }
  return (
    <img
      className="nft-picture"
      data-waiting={is === 'waiting' || undefined}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      decoding="async"
      draggable={false}
      onLoad={() => setState({ src, is: 'shown' })}
      onError={() => setState({ src, is: 'broken' })}
    />
  )
}
