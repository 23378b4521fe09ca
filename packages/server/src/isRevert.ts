type RpcError = { code: number; message: string; data?: unknown }

/**
 * Error codes of calls that reverted: of geth and compatible nodes; of OpenEthereum and Nethermind.
 */
const codes: readonly number[] = [3, -32015]
/**
 * Matches the messages about an execution that fails on every node. They are from geth, Erigon,
 * Besu, Nethermind, revm and Hardhat.
 */
const words =
  /revert|out ?of ?gas|invalid ?(?:fe)?opcode|bad instruction|invalid ?jump|stack ?(?:under|over)flow|stack limit|evm error|vm (?:exception|execution)|execution aborted/i
/** Matches Solidity's revert reasons, by the selectors of `Error(string)` and `Panic(uint256)`. */
const reasons = /^0x(?:08c379a0|4e487b71)/i

/**
 * Whether the error of an `eth_call` comes from the contract, not from the node. Every node would
 * return such an error. Source: JSON-RPC, EIP-1474, and the behaviour of nodes
 */
export function isRevert({ code, message, data }: RpcError): boolean {
  const texts = [message, ...(typeof data === 'string' ? [data] : [])]
  return codes.includes(code) || texts.some((text) => words.test(text) || reasons.test(text))
}
