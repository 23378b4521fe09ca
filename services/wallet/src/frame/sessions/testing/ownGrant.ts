import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationHash,
  rootAuthority,
  writeContext,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { OwnGrant } from '@latchkey/protocol/sessions/walletGrants'
import { fakeNetworkId } from './fakeNode.ts'

/** A permission of an account as the wallet's server lists it, with the hash of its delegation. */
export function ownGrant(
  delegator: Hex,
  salt: number,
  { terms, ...changed }: Partial<OwnGrant> & { terms?: Partial<SessionTerms> } = {},
): { hash: Hex; grant: OwnGrant & { endedAt: null } } {
  const delegation: SignedDelegation = {
    delegate: `0x${'7'.repeat(40)}`,
    delegator,
    authority: rootAuthority,
    caveats: writeCaveats({
      what: { kind: 'allowance', amount: 10n ** 17n, startTime: 1 },
      expiry: Math.floor(Date.now() / 1_000) + 7 * 86_400,
      redeemers: [`0x${'7'.repeat(40)}`],
      nonce: 0n,
      ...terms,
    }),
    salt: BigInt(salt),
    signature: `0x${'12'.repeat(65)}`,
  }
  return {
    hash: delegationHash(delegation),
    grant: {
      networkId: fakeNetworkId,
      context: writeContext(delegation),
      origin: 'https://shop.example',
      siteName: 'Shop',
      // a larger salt is an older permission
      grantedAt: 1_790_000_000_000 - 1_000 * salt,
      requestHash: '12'.repeat(32),
      wantedSeconds: 30 * 86_400,
      signatures: [],
      endedAt: null,
      ...changed,
    },
  }
}
