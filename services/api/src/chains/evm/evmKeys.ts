import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { getAddress } from 'viem'
import * as v from 'valibot'
import type { ChainKeys, Key } from '../chainReader.ts'

/** The key of an EVM address. The case of its letters does not matter. */
export const evmKey = (address: string): Key => `0x${address.slice(2).toLowerCase()}`

/** An option that is an EVM address; in lower case after validation. */
export const evmAddress = v.pipe(
  v.custom<`0x${string}`>(isEvmAddress, 'Expected an address of 0x and 40 hex digits'),
  v.transform((address): Key => evmKey(address)),
)

/** Addresses of EVM: with the checksum of EIP-55 in answers, hashes and tokens in lower case. */
export const evmKeys: ChainKeys = {
  readAccount: (text) => (isEvmAddress(text) ? [{ key: evmKey(text) }] : undefined),
  readToken: (text) => (isEvmAddress(text) ? evmKey(text) : undefined),
  addressText: (key) => getAddress(key),
  plainText: (key) => key,
}
