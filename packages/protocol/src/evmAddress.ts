/**
 * Whether the text has the shape of an EVM address; its checksum is not checked. Source: EIP-55.
 */
export function isEvmAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
