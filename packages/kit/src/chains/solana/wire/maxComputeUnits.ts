/** The maximum compute units of a transaction. A transaction that sets no limit gets as many. */
export const maxComputeUnits = 1_400_000
