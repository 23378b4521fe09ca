import type { Kit } from '../../core/kit/kit.ts'

/** An address of the connected account, as WalletConnect's bip122 describes it. */
export type BitcoinAddressEntry = {
  address: string
  publicKey?: string
  intention: 'payment' | 'ordinal'
}

/**
 * The visitor's Bitcoin wallet for libraries. It follows the kit's current connection. `request`
 * takes the methods of WalletConnect's bip122, and the others are short forms of it.
 */
export type BitcoinProvider = {
  request(parameters: { method: string; params?: object }): Promise<unknown>
  getAccountAddresses(): Promise<readonly BitcoinAddressEntry[]>
  /** @returns the signature in base64 */
  signMessage(parameters: {
    message: string
    address?: string
    protocol?: 'bip322' | 'ecdsa'
  }): Promise<string>
  /**
   * Signs inputs of a PSBT in base64. With `broadcast`, the kit sends the transaction, and only the
   * txid is returned.
   */
  signPSBT(parameters: {
    psbt: string
    signInputs: readonly { address: string; index: number; sighashTypes?: readonly number[] }[]
    broadcast?: boolean
  }): Promise<{ psbt?: string; txid?: string }>
  /** Pays an amount in satoshi. @returns the txid */
  sendTransfer(parameters: { recipient: string; amount: string }): Promise<string>
}

/** Creates the provider. Each call is one `kit.request`. */
export function createBitcoinProvider(kit: Kit): BitcoinProvider {
  const request: BitcoinProvider['request'] = ({ method, params }) =>
    kit.request({ method, ...(params && { params }), namespace: 'bip122' })
  return {
    request,
    // the casts: the kit's own code makes these answers (`answerMethod.ts`)
    getAccountAddresses: async () =>
      (await request({ method: 'getAccountAddresses' })) as readonly BitcoinAddressEntry[],
    signMessage: async (params) =>
      ((await request({ method: 'signMessage', params })) as { signature: string }).signature,
    signPSBT: async (params) =>
      (await request({ method: 'signPsbt', params })) as { psbt?: string; txid?: string },
    sendTransfer: async ({ recipient, amount }) =>
      (
        (await request({
          method: 'sendTransfer',
          params: { recipientAddress: recipient, amount },
        })) as { txid: string }
      ).txid,
  }
}
