import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'

type Props = {
  /** CSS pixels. */
  size: number
  /** The URL of the picture. Until it has loaded, and if it is broken, the children are shown. */
  src: string | undefined
  children: ReactNode
}

const fullSize: CSSProperties = {
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  maxInlineSize: 'none',
  objectFit: 'cover',
}

/**
 * A round picture in the site's page. It is not in a shadow root, so it is styled inline. It is
 * decoration and has no accessible name.
 */
export function RoundPicture({ size, src, children }: Props) {
  const [known, setKnown] = useState<{ src?: string; isBroken?: boolean }>({})
  const isKnown = src !== undefined && known.src === src
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        position: 'relative',
        flex: 'none',
        inlineSize: size,
        blockSize: size,
        borderRadius: '50%',
        backgroundColor:
          isKnown && !known.isBroken
            ? undefined
            : 'color-mix(in srgb, currentColor 12%, transparent)',
        overflow: 'hidden',
        verticalAlign: 'middle',
      }}
    >
      {!(isKnown && !known.isBroken) && children}
      {src && !(isKnown && known.isBroken) && (
        <img
          key={src}
          src={src}
          alt=""
          draggable={false}
          decoding="async"
          referrerPolicy="no-referrer"
          style={fullSize}
          onLoad={() => setKnown({ src })}
          onError={() => setKnown({ src, isBroken: true })}
        />
      )}
    </span>
  )
}
