import { randomBytes } from 'node:crypto'
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
import { addresses } from './makeAccount.ts'

const bytes = (length: number): Hex => `0x${randomBytes(length).toString('hex')}`

/** A delegation of the test's account, different from all others. */
export const testDelegation = (
  expiry: number,
  { terms, ...changed }: Partial<SignedDelegation> & { terms?: Partial<SessionTerms> } = {},
): SignedDelegation => ({
  delegate: bytes(20),
  delegator: addresses.eip155 as Hex, // an address of EVM is in hex
  authority: rootAuthority,
  caveats: writeCaveats({
    what: { kind: 'allowance', amount: 10n, startTime: 1 },
    expiry,
    redeemers: [bytes(20)],
    nonce: 0n,
    ...terms,
  }),
  salt: BigInt(bytes(32)),
  signature: bytes(65),
  ...changed,
})

/** A grant as the frame stores it, with the hash of its delegation. */
export function testGrant(
  delegation: SignedDelegation,
  grantedAt: number,
  changed: Partial<OwnGrant> = {},
): { grant: OwnGrant; hash: Hex } {
  const grant: OwnGrant = {
    networkId: 'eip155:8453',
    context: writeContext(delegation),
    origin: 'https://shop.example',
    siteName: 'Shop',
    grantedAt,
    requestHash: 'ab'.repeat(32),
    wantedSeconds: 30 * 86_400,
    signatures: [],
    ...changed,
  }
  return { grant, hash: delegationHash(delegation) }
}
