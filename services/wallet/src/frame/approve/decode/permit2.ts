/** Addresses of Permit2 in lower case: on most networks, and on zkSync. */
export const permit2: readonly string[] = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
]
