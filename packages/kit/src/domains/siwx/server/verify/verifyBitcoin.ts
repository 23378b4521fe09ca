import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { isSignedByBip137 } from './bitcoin/isSignedByBip137.ts'
import { isSignedByBip322 } from './bitcoin/isSignedByBip322.ts'
import { scriptOf } from './bitcoin/scriptOf.ts'
import { bytesOf, bytesOfBase64 } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/** The address formats, by the human-readable part of Bech32 addresses. */
const kinds = { bc: 'main', tb: 'test', bcrt: 'regtest' } as const

/**
 * Whether a Bitcoin account has signed the text:
 * - BIP-322 "simple" for segwit v0, also inside `3…`, and for taproot
 * - BIP-322 "full" for all addresses
 * - the older BIP-137 for `1…`, `3…` and `bc1q…`
 * @throws SiwxError `packageMissing`
 */
export async function verifyBitcoin({
  chainId,
  address,
  message,
  signature,
}: Claim): Promise<boolean> {
  const network = bitcoinNetworkOf(chainId)
  const prefix = /^(?:smp|ful)/.exec(signature)?.[0]
  const bytes = bytesOfBase64(signature.slice(prefix?.length ?? 0))
  if (!network || !bytes) return false
  const library = await loadBitcoin()
  const script = scriptOf(library, address, kinds[network.bech32])
  if (!script) return false
  // 65 bytes can only be BIP-137: no BIP-322 proof has this length
  return bytes.length === 65 && prefix === undefined
    ? isSignedByBip137(library, script, bytesOf(message), bytes)
    : isSignedByBip322(library, script, bytesOf(message), bytes, prefix)
}

async function loadBitcoin() {
  try {
    return await import('@scure/btc-signer')
  } catch (error) {
    throw loadFailure('@scure/btc-signer', error)
  }
}
