import { isSignedByBip137 } from './bitcoin/isSignedByBip137.ts'
import { isSignedByBip322 } from './bitcoin/isSignedByBip322.ts'
import { scriptOf } from './bitcoin/scriptOf.ts'
import { bytesOf, bytesOfBase64 } from './claim.ts'
import type { Claim } from './claim.ts'
import { loadFailure } from './loadFailure.ts'

/**
 * The address format of each network. The keys are the first 16 bytes of the hash of the network's
 * genesis block (CAIP-4).
 */
const networks: Readonly<Record<string, 'main' | 'test' | 'regtest'>> = {
  '000000000019d6689c085ae165831e93': 'main',
  '000000000933ea01ad0ee984209779ba': 'test',
  '00000000da84f2bafbbc53dee25a72ae': 'test',
  '00000008819873e925422c1ff0f99f7c': 'test',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

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
  const [, reference = ''] = chainId.split(':')
  const kind = Object.hasOwn(networks, reference) ? networks[reference] : undefined
  const prefix = /^(?:smp|ful)/.exec(signature)?.[0]
  const bytes = bytesOfBase64(signature.slice(prefix?.length ?? 0))
  if (!kind || !bytes) return false
  const library = await loadBitcoin()
  const script = scriptOf(library, address, kind)
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
