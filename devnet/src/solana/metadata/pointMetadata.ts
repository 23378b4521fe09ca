import type { Chain } from '../chain/chain.ts'
import { readU16 } from '../wire/base.ts'

/**
 * The number of the extension that contains the metadata of a Token-2022 mint. `firstExtension` is
 * the offset of a mint's first extension.
 */
const metadataKind = 19
const firstExtension = 166

/**
 * Writes the chain's current address into the metadata of a mint, because the chain may not have
 * got its usual port.
 */
export function pointMetadata({ accounts }: Chain, mint: string, origin: string): void {
  const account = accounts.read(mint, 'processed')
  if (!account) return
  const data = Buffer.from(account.data)
  for (let at = firstExtension; at + 4 <= data.length; ) {
    const [kind, length] = [readU16(data, at), readU16(data, at + 2)]
    if (kind === 0) return
    const [begin, end] = [at + 4, at + 4 + length]
    if (kind === metadataKind) {
      const content = withOrigin(data.subarray(begin, end), origin)
      const head = Buffer.from(data.subarray(0, begin))
      head.writeUInt16LE(content.length, at + 2)
      return accounts.write(mint, {
        ...account,
        data: Buffer.concat([head, content, data.subarray(end)]),
      })
    }
    at = end
  }
}

/**
 * Replaces the origin of the URL in the metadata. The metadata consists of update authority and
 * mint, then name, symbol and URL, each after its length.
 */
function withOrigin(content: Buffer, origin: string): Buffer {
  const name = 64
  const symbol = name + 4 + content.readUInt32LE(name)
  const uri = symbol + 4 + content.readUInt32LE(symbol)
  const rest = uri + 4 + content.readUInt32LE(uri)
  const path = content
    .subarray(uri + 4, rest)
    .toString()
    .replace(/^https?:\/\/[^/]*/, '')
  const text = Buffer.from(`${origin}${path}`)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([content.subarray(0, uri), length, text, content.subarray(rest)])
}
