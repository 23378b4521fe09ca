import { drawingOfNetwork, drawingOfToken } from '@latchkey/protocol/knownDrawings'
import { coinPaths } from './coinPaths.ts'
import type { Paths } from './coinPaths.ts'
import type { Subject } from '../subject.ts'

/**
 * Returns the paths that draw a coin, a token or a network; undefined if the kit has no drawing.
 */
export function pathsOf({ coin, token, network }: Subject): Paths | undefined {
  const name =
    coin !== undefined
      ? coin.toUpperCase()
      : token !== undefined
        ? drawingOfToken(token)
        : network && drawingOfNetwork(network)
  return name !== undefined && Object.hasOwn(coinPaths, name) ? coinPaths[name] : undefined
}

/**
 * The drawing of a coin, a token or a network, as SVG elements. It needs no request and no entry in
 * the site's content security policy.
 */
export function CoinPicture({
  paths,
  size,
  shape,
}: {
  paths: Paths
  size: number
  shape: 'square' | 'round'
}) {
  return (
    <svg
      className="picture"
      data-shape={shape}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {paths.map(([fill, d]) => (
        <path key={d} fill={fill} fillRule="evenodd" d={d} />
      ))}
    </svg>
  )
}
