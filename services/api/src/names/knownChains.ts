/**
 * Chains that a name may be registered for although this service has no node of them. On these
 * chains only signatures of keys are accepted, because they can be checked without a node. Source:
 * docs/contracts/api.md#register-a-name
 */
export const knownChains: ReadonlySet<number> = new Set([
  1, 5, 10, 25, 30, 31, 56, 97, 100, 130, 137, 146, 232, 250, 300, 324, 1101, 1111, 1112, 1284,
  1301, 1329, 1625, 1868, 2741, 2810, 2818, 5000, 5003, 8217, 8453, 10143, 17000, 33139, 42161,
  42220, 43113, 43114, 57054, 57073, 59144, 80002, 80069, 80094, 81032, 84532, 421614, 534351,
  534352, 543210, 560048, 1440000, 1449000, 4457845, 7777777, 11155111, 11155420, 666666666,
  999999999, 1313161554, 1313161555,
])
