/** Transactions that a site or a screen can send, by namespace. */

/** Amounts in wei, fees for one unit of gas (EIP-1559); the wallet chooses missing fees. Source: eth_sendTransaction */
export type EvmTransaction = { to: string; value?: bigint; data?: `0x${string}`; gas?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }

/** By namespace; a further chain adds its own. */
export type Transactions = { eip155: EvmTransaction }
/** A transaction of any chain that the kit knows. */
export type Transaction = Transactions[keyof Transactions]
