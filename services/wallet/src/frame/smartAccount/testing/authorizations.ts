/** Ways to put an authorisation, or a transaction of another type, into a transaction. EIP-7702 */
const authorization = { address: `0x${'1'.repeat(40)}`, chainId: '0x0', nonce: '0x0' }
export const authorizations: readonly object[] = [
  { authorizationList: [authorization] },
  { authorizationList: [] },
  { authorizationList: null },
  { authorization_list: [authorization] },
  { authorizations: [authorization] },
  { AuthorizationList: [authorization] },
  { eip7702Auth: authorization },
  { type: '0x4' },
  { type: '0x04' },
  { type: 4 },
  { type: 'eip7702' },
  { type: '0x3' },
  { blobs: [] },
]
