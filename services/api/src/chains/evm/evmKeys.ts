import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { checksumAddress } from 'viem'
import * as v from 'valibot'
import type { ChainKeys, Key } from '../chainReader.ts'

/** The key of an EVM address: the address in lower case. */
export const evmKey = (address: string): Key => `0x${address.slice(2).toLowerCase()}`

/** The schema of an EVM address in the options. The result is in lower case. */
export const evmAddress = v.pipe(
  v.custom<`0x${string}`>(isEvmAddress, 'Expected an address of 0x and 40 hex digits'),
  v.transform((address): Key => evmKey(address)),
)

/**
 * How EVM chains write addresses. Answers have account addresses with the checksum of EIP-55, and
 * hashes and tokens in lower case.
 */
export const evmKeys: ChainKeys = {
  readAccount: (text) => (isEvmAddress(text) ? [{ key: evmKey(text) }] : undefined),
  readToken: (text) => (isEvmAddress(text) ? evmKey(text) : undefined),
  addressText: (key) => checksumAddress(key),
  plainText: (key) => key,
}
