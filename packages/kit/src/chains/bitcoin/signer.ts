import type { NetworkId } from '@latchkey/protocol/caip'

/** An input of a PSBT, and the address whose key signs it. */
export type InputToSign = { index: number; address: string }

/** How a text is signed. BIP-322, BIP-137 */
export type SignatureProtocol = 'bip322' | 'ecdsa'

/**
 * What the kit asks of a Bitcoin wallet, in whatever words the wallet understands. It is the
 * `provider` of a Bitcoin link. Its answers are untrusted: who calls a function checks them.
 */
export type BitcoinSigner = {
  /**
   * Signs inputs of a PSBT, all with the sighash type ALL (for taproot, DEFAULT). Takes and returns
   * the bytes of a PSBT. BIP-174
   * @returns the PSBT with signatures. The inputs may be final or not
   * @throws the wallet's errors
   */
  signPsbt(parameters: {
    psbt: Uint8Array
    inputs: readonly InputToSign[]
    networkId: NetworkId
  }): Promise<Uint8Array>
  /**
   * Signs a text, by `protocol` where the wallet can choose: BIP-322 "simple", or the older BIP-137
   * (`ecdsa`).
   * @param protocol @default 'bip322'
   * @returns the signature in base64
   * @throws the wallet's errors
   */
  signMessage(parameters: {
    address: string
    message: string
    networkId: NetworkId
    protocol?: SignatureProtocol
  }): Promise<string>
  /**
   * Pays an amount in satoshi. The wallet chooses coins and fee, and broadcasts. Absent where the
   * wallet has no such request. Used only where the wallet has no `signPsbt`.
   * @returns the txid
   * @throws the wallet's errors
   */
  sendTransfer?(parameters: {
    from: string
    to: string
    amount: bigint
    networkId: NetworkId
  }): Promise<string>
  /** Whether the wallet signs PSBTs. A phone may have granted only `sendTransfer`. */
  canSignPsbt: boolean
}
