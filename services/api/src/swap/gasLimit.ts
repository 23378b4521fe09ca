/**
 * A limit for gas that was used in a trial. The chain gives up to a fifth back afterwards, but
 * takes it first (EIP-3529); a tenth is added, as the contract asks, because calls inside a call
 * are left a little less than all.
 */
export function gasLimit(used: bigint): bigint {
  return (used * 11n + 7n) / 8n
}
