/**
 * JSON-RPC error codes: the method does not exist, or is not served. Source: JSON-RPC 2.0,
 * EIP-1474.
 */
export const notServed: readonly (number | undefined)[] = [-32601, -32004]
