/**
 * A gas limit for a transaction that used this much in a trial. The chain refunds up to a fifth of
 * the gas, but takes it first (EIP-3529). A tenth is added, because an inner call gets a little
 * less than all of the gas.
 */
export function gasLimit(used: bigint): bigint {
  return (used * 11n + 7n) / 8n
}
