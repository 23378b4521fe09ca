/** A limit for gas that was used in a trial: the chain gives up to a fifth back afterwards, and takes it first. Source: EIP-3529. */
export function gasLimit(used: bigint): bigint {
  return (used * 5n + 3n) / 4n
}
