/** A payment of a transaction: an address, or a script in hex, and an amount in satoshi. */
export type BitcoinPayment = { to: string; amount: bigint }

/**
 * A request that needs the approval of a Bitcoin wallet's owner. `address`: the account. A PSBT's
 * `payments` are its outputs to others than the owner. `fee`: in satoshi, undefined if the PSBT
 * does not tell it.
 */
export type BitcoinRequest =
  | { kind: 'connect' }
  | { kind: 'switchNetwork'; network: string }
  | { kind: 'signMessage'; address: string; message: string }
  | {
      kind: 'signPsbt'
      psbt: Uint8Array
      inputs: readonly { index: number; address: string }[]
      payments: readonly BitcoinPayment[]
      fee: bigint | undefined
    }
