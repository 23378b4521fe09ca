/**
 * Units of computing that any transaction may take, and takes at the most where it says nothing.
 */
export const maxComputeUnits = 1_400_000
