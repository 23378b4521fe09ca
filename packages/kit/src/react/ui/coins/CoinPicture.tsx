import { drawingOfNetwork, drawingOfToken } from '@latchkey/protocol/knownDrawings'
import { coinPaths } from './coinPaths.ts'
import type { Paths } from './coinPaths.ts'
import type { Subject } from '../subject.ts'

/**
 * The paths of the picture of a coin, a token or a network; undefined for one that nobody has
 * drawn.
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
 * The picture of a coin, as elements: it needs neither a request nor a place in the site's content
 * security policy.
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
