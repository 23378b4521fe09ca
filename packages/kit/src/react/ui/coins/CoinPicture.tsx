import { coinPaths } from './coinPaths.ts'
import type { Paths } from './coinPaths.ts'

/** The paths of a coin's picture; undefined for a coin that nobody has drawn. */
export function pathsOf(symbol: string): Paths | undefined {
  const known = symbol.toUpperCase()
  return Object.hasOwn(coinPaths, known) ? coinPaths[known] : undefined
}

/** The picture of a coin, as elements: it needs neither a request nor a place in the site's content security policy. */
export function CoinPicture({ paths, size, shape }: { paths: Paths; size: number; shape: 'square' | 'round' }) {
  return (
    <svg className="picture" data-shape={shape} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {paths.map(([fill, d]) => <path key={d} fill={fill} fillRule="evenodd" d={d} />)}
    </svg>
  )
}
