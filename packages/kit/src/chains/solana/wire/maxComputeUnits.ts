/**
 * The maximum compute units of a transaction. The kit also assumes it for a transaction that sets
 * no limit.
 */
export const maxComputeUnits = 1_400_000
