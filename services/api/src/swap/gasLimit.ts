/**
 * The gas limit of a transaction that used this gas in a trial. The chain refunds up to a fifth of
 * the gas, but only at the end (EIP-3529), so the limit has to include it. A tenth is added,
 * because an inner call does not get all of the gas.
 */
export function gasLimit(used: bigint): bigint {
  return (used * 11n + 7n) / 8n
}
