import { secp256k1 } from '@noble/curves/secp256k1'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { publicKeyToAddress } from 'viem/accounts'
import {
  bytesToHex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  numberToHex,
  serializeTransaction,
  zeroAddress,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import type {
  Address,
  Hex,
  SignableMessage,
  Signature,
  TransactionSerializable,
  TypedDataDefinition,
} from 'viem'

/**
 * An authorisation: the account runs the code of smart accounts, or none. It can name no other
 * contract, and no chain id 0, which would be valid on all chains. EIP-7702
 */
export type OwnAuthorization = { code: 'delegator' | 'none'; chainId: number; nonce: number }

/** A signed authorisation, as viem has it. */
export type SignedAuthorization = {
  address: Address
  chainId: number
  nonce: number
  r: Hex
  s: Hex
  yParity: number
}

/** The signatures of an Ethereum account, equal to those of viem's accounts. */
export type EvmAccount = {
  address: Address
  /** Signs a hash of 32 bytes. */
  sign: (options: { hash: Hex }) => Promise<Hex>
  /** Signs a message. EIP-191 */
  signMessage: (options: { message: SignableMessage }) => Promise<Hex>
  /** Signs typed data. EIP-712 */
  signTypedData: (data: TypedDataDefinition) => Promise<Hex>
  /** Returns the whole transaction with its signature. */
  signTransaction: (transaction: TransactionSerializable) => Promise<Hex>
  /** Signs an authorisation. EIP-7702 @throws RangeError for a chain id or nonce that is none */
  signAuthorization: (authorization: OwnAuthorization) => Promise<SignedAuthorization>
}

/**
 * Creates the account of a private key. It signs with these very bytes until they are wiped.
 * viem's own accounts store the key as a string, which can't be wiped.
 * @param privateKey 32 bytes
 */
export function evmAccountOf(privateKey: Uint8Array): EvmAccount {
  function signatureOf(hash: Hex): Signature {
    const { r, s, recovery } = secp256k1.sign(hexToBytes(hash), privateKey)
    return {
      r: numberToHex(r, { size: 32 }),
      s: numberToHex(s, { size: 32 }),
      v: recovery ? 28n : 27n,
      yParity: recovery,
    }
  }
  async function sign(hash: Hex): Promise<Hex> {
    const { r, s, yParity } = signatureOf(hash)
    return `${r}${s.slice(2)}${yParity ? '1c' : '1b'}`
  }
  return {
    address: publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(privateKey, false))),
    sign: ({ hash }) => sign(hash),
    signMessage: async ({ message }) => sign(hashMessage(message)),
    signTypedData: async (data) => sign(hashTypedData(data)),
    signTransaction: async (transaction) =>
      serializeTransaction(transaction, signatureOf(keccak256(serializeTransaction(transaction)))),
    signAuthorization: async ({ code, chainId, nonce }) => {
      if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new RangeError('not a chain id')
      if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError('not a nonce')
      const address = code === 'delegator' ? delegator : zeroAddress
      const hash = hashAuthorization({ address, chainId, nonce })
      const { r, s, yParity } = signatureOf(hash)
      return { address, chainId, nonce, r, s, yParity: yParity ?? 0 }
    },
  }
}
