import { counts } from '@latchkey/protocol/limits'

/**
 * The name of an NFT: its own name, or else the name of its collection and its id. Only the
 * collection's name is shortened, never the id.
 */
export function nftName(ownName: string | undefined, collection: string, tokenId: bigint): string {
  if (ownName) return ownName
  const id = `#${tokenId}`
  const room = counts.foreignName - id.length - 1
  return room > 0 ? `${[...collection].slice(0, room).join('')} ${id}`.trim() : id
}
