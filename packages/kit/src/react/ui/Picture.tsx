import { useState } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './picture.css?inline'

type Props = {
  /** What it shows; gives the monogram where there is no picture. */
  name: string
  src?: string
  /** CSS pixels. @default 36 */
  size?: number
  /** @default 'square' */
  shape?: 'square' | 'round'
}

/** The icon of a wallet, token or network. One without a picture, or with a broken one, gets a monogram on a colour of its own. */
export function Picture({ name, src, size = 36, shape = 'square' }: Props) {
  useStyles(css)
  const [broken, setBroken] = useState<string>()
  const style = { inlineSize: size, blockSize: size, fontSize: size * 0.4 }
  if (src && src !== broken)
    return <img className="picture" data-shape={shape} style={style} src={src} alt="" draggable={false} decoding="async" onError={() => setBroken(src)} />
  const hue = hueOf(name)
  return (
    <span className="picture" data-shape={shape} data-monogram="" style={{ ...style, backgroundColor: `hsl(${hue} 45% 38%)` }} aria-hidden="true">
      {monogramOf(name)}
    </span>
  )
}

function monogramOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  return words.slice(0, 2).map((word) => Array.from(word)[0] ?? '').join('').toUpperCase()
}

/** A hue from 0 to 359, always the same for the same name. */
function hueOf(name: string): number {
  return [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
}
