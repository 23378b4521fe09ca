import { Address, OutScript } from '@scure/btc-signer'
import { addressKey } from '@latchkey/protocol/address'
import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { readSafely } from '../../../core/requests/readSafely.ts'

/**
 * The script that an output to this address has. Undefined for a text that is no address of the
 * network: a wrong checksum, another network, an unknown kind. BIP-13, BIP-173, BIP-350
 */
export function scriptOf(address: string, networkId: string): Uint8Array | undefined {
  const network = bitcoinNetworkOf(networkId)
  if (!network || !isBitcoinAddress(address)) return undefined
  return readSafely(() => {
    const decoded = Address(network).decode(addressKey(address))
    // the cast: the library's types include undefined, which no valid address gives
    return OutScript.encode(decoded as Parameters<typeof OutScript.encode>[0])
  }, undefined)
}

/** The address of an output's script. Undefined for a script that has none. */
export function addressOf(script: Uint8Array, networkId: string): string | undefined {
  const network = bitcoinNetworkOf(networkId)
  if (!network) return undefined
  return readSafely(() => {
    const decoded = OutScript.decode(script)
    // the cast: `encode` throws for the kinds of script that have no address
    return Address(network).encode(decoded as Parameters<ReturnType<typeof Address>['encode']>[0])
  }, undefined)
}

/** The kinds of scripts of a wallet with one key. `sh` is taken for segwit inside P2SH. */
export type ScriptKind = 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr'

/** The kind of a script. Undefined for scripts without an address. */
export function kindOf(script: Uint8Array): ScriptKind | undefined {
  const [first, second] = script
  switch (script.length) {
    case 25:
      return first === 0x76 ? 'pkh' : undefined
    case 23:
      return first === 0xa9 ? 'sh' : undefined
    case 22:
      return first === 0x00 && second === 20 ? 'wpkh' : undefined
    case 34:
      return first === 0x00 && second === 32
        ? 'wsh'
        : first === 0x51 && second === 32
          ? 'tr'
          : undefined
    default:
      return undefined
  }
}

/** The smallest amount that nodes forward in an output of each kind, in satoshi. Bitcoin Core's `GetDustThreshold` */
const dustLimits = {
  pkh: 546n,
  sh: 540n,
  wpkh: 294n,
  wsh: 330n,
  tr: 330n,
} as const satisfies Record<ScriptKind, bigint>

/** The smallest amount that nodes forward to a script, in satoshi. */
export const dustLimitOf = (script: Uint8Array): bigint => dustLimits[kindOf(script) ?? 'pkh']

/** Whether two lists of bytes are the same. */
export const isSameBytes = (bytes: Uint8Array, otherBytes: Uint8Array): boolean =>
  bytes.length === otherBytes.length && bytes.every((byte, index) => byte === otherBytes[index])
