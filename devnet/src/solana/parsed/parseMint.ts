import { readMint } from '../chain/tokenAccounts.ts'
import type { Json } from '../chain/types.ts'
import { readAddress, readU32 } from '../wire/base.ts'
import { parseExtensions } from './parseExtensions.ts'

/** The `jsonParsed` form of a mint. */
export function parseMint(data: Uint8Array): Json {
  const { decimals, supply } = readMint(data)
  const extensions = parseExtensions(data)
  const info = {
    mintAuthority: optionalAddress(data, 0),
    supply: supply.toString(),
    decimals,
    isInitialized: true,
    freezeAuthority: optionalAddress(data, 46),
    ...(extensions.length > 0 && { extensions }),
  }
  return { type: 'mint', info }
}

/** An optional address. Four bytes before it tell whether it is present. */
export function optionalAddress(data: Uint8Array, offset: number): string | null {
  return readU32(data, offset) === 1 ? readAddress(data, offset + 4) : null
}
