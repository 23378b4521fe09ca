/** Transactions that a site or a screen can send, by namespace. */

/**
 * Amounts in wei, fees for one unit of gas (EIP-1559); the wallet chooses missing fees. Source:
 * eth_sendTransaction
 */
export type EvmTransaction = {
  to: string
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
}

/**
 * The bytes of a transaction in the network's own format, with empty signatures where signers are
 * missing. `getTransactionEncoder().encode(…)` of `@solana/kit` and `serialize({
 * requireAllSignatures: false })` of `@solana/web3.js` give them.
 */
export type SolanaTransaction = { serialized: ArrayLike<number> }

/** By namespace; a further chain adds its own. */
export type Transactions = { eip155: EvmTransaction; solana: SolanaTransaction }
/** A transaction of any chain that the kit knows. */
export type Transaction = Transactions[keyof Transactions]
