/**
 * JSON-RPC error codes with which a node says that it does not have a method. Source: JSON-RPC 2.0,
 * EIP-1474
 */
export const notServed: readonly (number | undefined)[] = [-32601, -32004]
