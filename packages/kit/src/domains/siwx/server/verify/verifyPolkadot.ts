import { polkadotNetworkOf } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix, readSs58 } from '@latchkey/protocol/chains/ss58'
import { bytesOf, bytesOfHex } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/**
 * Whether a Polkadot key has signed the text with sr25519. Browser extensions put the text between
 * `<Bytes>` and `</Bytes>`, other wallets do not; both forms are accepted.
 */
export async function verifyPolkadot({
  chainId,
  address,
  message,
  signature,
}: Claim): Promise<boolean> {
  const key = keyOf(address, chainId)
  const bytes = bytesOfHex(signature)
  // some wallets put a byte for the type of the key before the signature
  const proper = bytes?.length === 65 && bytes[0] === 1 ? bytes.slice(1) : bytes
  if (!key || proper?.length !== 64) return false
  const { verify } = await loadSr25519()
  return [`<Bytes>${message}</Bytes>`, message].some((text) =>
    isSigned(() => verify(bytesOf(text), proper, key)),
  )
}

async function loadSr25519() {
  try {
    return await import('@scure/sr25519')
  } catch (error) {
    throw loadFailure('@scure/sr25519', error)
  }
}

function isSigned(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false // the key or the signature has no point on the curve
  }
}

/**
 * The key of an address. Undefined when the text is no address, or when its prefix is neither the
 * network's nor the generic one.
 */
function keyOf(address: string, networkId: string): Uint8Array | undefined {
  const read = readSs58(address)
  const own = polkadotNetworkOf(networkId)?.prefix
  return own === undefined || read?.prefix === own || read?.prefix === genericPrefix
    ? read?.key
    : undefined
}
