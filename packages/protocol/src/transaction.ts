/** What a site or a screen may have sent, by namespace. */

/** Amounts in wei, fees of a unit of gas (EIP-1559); the wallet chooses fees that are not given. Source: eth_sendTransaction */
export type EvmTransaction = { to: string; value?: bigint; data?: `0x${string}`; gas?: bigint; maxFeePerGas?: bigint; maxPriorityFeePerGas?: bigint }

/** By namespace; a chain that is added adds its own. */
export type Transactions = { eip155: EvmTransaction }
/** A transaction of any chain that the kit knows. */
export type Transaction = Transactions[keyof Transactions]
