import type { Hex } from '../evmSignature/hex.ts'
import { hashOfDigits, hashOfText, wordOf, type Word } from './words.ts'

/** The domain of typed data, with the four fields that contracts usually have. EIP-712 */
export type Domain = { name: string; version: string; chainId: number; verifyingContract: Hex }

const domainType =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** Returns the hash of a domain, as a word. EIP-712 */
export const domainSeparator = ({ name, version, chainId, verifyingContract }: Domain): Word =>
  hashOfDigits(
    hashOfText(domainType) +
      hashOfText(name) +
      hashOfText(version) +
      wordOf(chainId) +
      wordOf(verifyingContract),
  )
