/** The maximum compute units of a transaction, and the default without a limit. */
export const maxComputeUnits = 1_400_000
