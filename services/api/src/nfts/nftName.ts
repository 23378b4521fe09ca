import { counts } from '@latchkey/protocol/limits'

/** What an NFT is called: as it says, else by its collection and its id, of which the id is the part that is not cut. */
export function nftName(said: string | undefined, collection: string, tokenId: bigint): string {
  if (said) return said
  const id = `#${tokenId}`
  const room = counts.foreignName - id.length - 1
  return room > 0 ? `${[...collection].slice(0, room).join('')} ${id}`.trim() : id
}
