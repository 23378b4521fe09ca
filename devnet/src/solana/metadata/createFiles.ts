import type { SolanaDeployment } from '../deployment.ts'
import { drawCoin, drawFerry } from './drawPicture.ts'

/** A file that the chain's address serves beside the RPC. */
export type File = { type: string; body: string }

/** The metadata and pictures of the baked tokens and collectibles, by path. `origin`: the address that serves them. */
export function createFiles({ tokens, nfts }: SolanaDeployment, origin: string): ReadonlyMap<string, File> {
  const json = (value: object): File => ({ type: 'application/json', body: JSON.stringify(value) })
  const svg = (body: string): File => ({ type: 'image/svg+xml', body })
  const ofTokens = tokens.flatMap(({ name, symbol, picture }) => [
    [picture, svg(drawCoin(symbol))] as const,
    [`/metadata/${symbol.toLowerCase()}.json`, json({ name, symbol, image: `${origin}${picture}` })] as const,
  ])
  const ofNfts = nfts.flatMap(({ name, symbol, metadata, picture }, index) => [
    [picture, svg(drawFerry(index + 1))] as const,
    [metadata, json({ name, symbol, description: 'A ferry that crosses the harbour at night.', image: `${origin}${picture}`, attributes: [{ trait_type: 'Crossing', value: String(index + 1) }], collection: { name: 'Night Ferries' } })] as const,
  ])
  return new Map([...ofTokens, ...ofNfts])
}
