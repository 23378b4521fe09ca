import type { SolanaDeployment } from '../deployment.ts'
import { drawCoin, drawFerry, drawLight } from './drawPicture.ts'

/** A file that the chain serves at the same address as its RPC. */
export type File = { type: string; body: string }

/** The kinds of collectibles, by symbol. */
const kinds: { FERRY: Kind; [symbol: string]: Kind | undefined } = {
  FERRY: {
    draw: drawFerry,
    description: 'A ferry that crosses the harbour at night.',
    trait: 'Crossing',
    collection: 'Night Ferries',
  },
  LIGHT: {
    draw: drawLight,
    description: 'A light that shows ships the way into the harbour.',
    trait: 'Pier',
    collection: 'Harbour Lights',
  },
}
type Kind = {
  draw: (number: number) => string
  description: string
  trait: string
  collection: string
}

/**
 * Creates the metadata (JSON) and the pictures (SVG) of the deployed tokens and collectibles, by
 * path. `origin` is the address at which the chain serves them.
 */
export function createFiles(
  { tokens, nfts }: SolanaDeployment,
  origin: string,
): ReadonlyMap<string, File> {
  const json = (value: object): File => ({ type: 'application/json', body: JSON.stringify(value) })
  const svg = (body: string): File => ({ type: 'image/svg+xml', body })
  const ofTokens = tokens.flatMap(({ name, symbol, picture }) => [
    [picture, svg(drawCoin(symbol))] as const,
    [
      `/metadata/${symbol.toLowerCase()}.json`,
      json({ name, symbol, image: `${origin}${picture}` }),
    ] as const,
  ])
  const ofNfts = nfts.flatMap(({ name, symbol, metadata, picture }) => {
    const number = Number(/#(\d+)$/.exec(name)?.[1] ?? 0)
    const { draw, ...about } = kinds[symbol] ?? kinds.FERRY
    return [
      [picture, svg(draw(number))] as const,
      [
        metadata,
        json({
          name,
          symbol,
          description: about.description,
          image: `${origin}${picture}`,
          attributes: number > 0 ? [{ trait_type: about.trait, value: String(number) }] : [],
          collection: { name: about.collection },
        }),
      ] as const,
    ]
  })
  return new Map([...ofTokens, ...ofNfts])
}
