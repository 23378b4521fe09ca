/**
 * The contracts of smart accounts: EntryPoint 0.7 of ERC-4337, and the Delegation Framework 1.3.0
 * of MetaMask. They have the same addresses on all chains.
 */
import type { Hex } from '../evmSignature/hex.ts'
import { isHex } from '../evmSignature/hex.ts'
import { domainSeparator } from './typedData.ts'
import { hashOf, wordDigits, wordOf, type Word } from './words.ts'

/** The contract that takes user operations, version 0.7. ERC-4337 */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/**
 * The code to which a key's address delegates: `EIP7702StatelessDeleGator` 1.3.0. The address and
 * the key stay the same. EIP-7702, https://github.com/MetaMask/delegation-framework
 */
export const delegator = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'

/** The contract that redeems delegations of smart accounts, version 1.3.0. ERC-7710 */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** A contract's code, as it is on public chains. */
export type KnownContract = {
  address: Hex
  /**
   * The hash of its code, in which the bytes of `ownWords` are zeros. Except for them, the code is
   * the same on all chains.
   */
  codeHash: Hex
  /**
   * The places of two words that depend on the chain: its id, and the contract's own domain
   * separator (EIP-712). Both are bytes from the beginning of the code.
   */
  ownWords?: { name: string; chainId: number; separator: number }
}

/**
 * The contracts that a chain needs for smart accounts.
 *
 * EntryPoint's hash follows from its address: the public deployment (CREATE2, by
 * 0x4e59b44847b379578588920cA78FbF26c0B4956C) binds the address to the creation code, which is in
 * `@account-abstraction/contracts` 0.7.0. The same holds for the other two and the creation codes
 * that MetaMask publishes with its deployments
 * (https://github.com/MetaMask/delegation-framework/tree/main/broadcast): with them, and with the
 * salt `GATOR`, CREATE2 gives these addresses. The codes of `@metamask/delegation-abis` 2.0.0 are
 * the same except for the hash of the sources' metadata at their end. The devnet's bake checks all
 * of this.
 */
export const smartAccountContracts = {
  entryPoint: {
    address: entryPoint,
    codeHash: '0x8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58',
  },
  delegationManager: {
    address: delegationManager,
    codeHash: '0xa14af61a12e4e62a7e7a4de36f9b03cfdd35602777767bb2193572e11a19a8de',
    ownWords: { name: 'DelegationManager', chainId: 6_767, separator: 6_809 },
  },
  delegator: {
    address: delegator,
    codeHash: '0x29e80da8dce2a5184fbbe98d907f0b4c01c9ad4f40c485bb038c82f28db5425a',
    ownWords: { name: 'EIP7702StatelessDeleGator', chainId: 5_801, separator: 5_843 },
  },
} as const satisfies Record<string, KnownContract>

const zeros: Word = '0'.repeat(wordDigits)

/**
 * Whether the code at a contract's address is the known one.
 * @param code the answer of `eth_getCode`
 */
export function isKnownCode(
  { address, codeHash, ownWords }: KnownContract,
  chainId: number,
  code: unknown,
): boolean {
  if (!isHex(code)) return false
  if (!ownWords) return hashOf(code) === codeHash
  const separator = domainSeparator({
    name: ownWords.name,
    version: '1',
    chainId,
    verifyingContract: address,
  })
  const withoutId = withoutWord(code, ownWords.chainId, wordOf(chainId))
  const common = withoutId && withoutWord(withoutId, ownWords.separator, separator)
  return common !== undefined && hashOf(common) === codeHash
}

/** The code with zeros in place of a word. Undefined if another word is there. */
function withoutWord(code: Hex, byte: number, word: Word): Hex | undefined {
  const start = 2 + 2 * byte
  const end = start + wordDigits
  if (code.slice(start, end).toLowerCase() !== word) return undefined
  return `0x${code.slice(2, start)}${zeros}${code.slice(end)}`
}
