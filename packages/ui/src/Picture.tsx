import { monogramOf } from '@latchkey/protocol/monogram'
import { useEffect, useRef, useState } from 'react'
import { useStyles } from './styles/useStyles.ts'
import { useCoin } from './coins/useCoin.ts'
import type { Subject } from './subject.ts'
import css from './picture.css?inline'

type Props = {
  /** The name of what the picture shows. If there is no picture, the monogram is made from it. */
  name: string
  src?: string
  /** What the picture shows. If there is no picture, the kit may draw this subject itself. */
  subject?: Subject | undefined
  /** CSS pixels. @default 36 */
  size?: number
  /** @default 'square' */
  shape?: 'square' | 'round'
}

/**
 * The icon of a wallet, token or network. If the picture is missing or broken, a drawing or a
 * monogram on its own colour is shown.
 */
export function Picture({ name, src, subject, size = 36, shape = 'square' }: Props) {
  useStyles(css)
  const [broken, setBroken] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // While a hidden picture is prerendered, React misses its error event. Setting `src` again
    // requests the picture once more.
    if (src && image.current?.complete && image.current.naturalWidth === 0) image.current.src = src
  }, [src])
  const hasPicture = src !== undefined && src !== '' && src !== broken
  const coins = useCoin(subject !== undefined && !hasPicture)
  const style = { inlineSize: size, blockSize: size, fontSize: size * 0.4 }
  if (hasPicture)
    // Lazy, because a screen may be prerendered before the press, and nothing may be requested
    // before the press. `loading` must stand before `src`, which starts the request.
    return (
      <img
        ref={image}
        loading="lazy"
        className="picture"
        data-shape={shape}
        style={style}
        src={src}
        alt=""
        draggable={false}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(src)}
      />
    )
  const paths = subject && coins?.pathsOf(subject)
  if (coins && paths) return <coins.CoinPicture paths={paths} size={size} shape={shape} />
  const { letters, color } = monogramOf(name)
  return (
    <span
      className="picture"
      data-shape={shape}
      data-monogram={letters}
      style={{ ...style, backgroundColor: color }}
      aria-hidden="true"
    />
  )
}
