type RpcError = { code: number; message: string; data?: unknown }

/** Codes of calls that a contract refused: geth's and those that follow it; OpenEthereum's and Nethermind's. */
const codes: readonly number[] = [3, -32015]
/** What nodes say when the machine stopped: it would stop everywhere. Words of geth, Erigon, Besu, Nethermind, revm, Hardhat. */
const words = /revert|out ?of ?gas|invalid ?(?:fe)?opcode|bad instruction|invalid ?jump|stack ?(?:under|over)flow|stack limit|evm error|vm (?:exception|execution)|execution aborted/i
/** `Error(string)` and `Panic(uint256)`, by which Solidity says why. */
const reasons = /^0x(?:08c379a0|4e487b71)/i

/** Whether the error of an `eth_call` is the contract's, which any node would answer, and not one of the node. Source: JSON-RPC, EIP-1474, and what nodes do. */
export function isRevert({ code, message, data }: RpcError): boolean {
  const texts = [message, ...(typeof data === 'string' ? [data] : [])]
  return codes.includes(code) || texts.some((text) => words.test(text) || reasons.test(text))
}
