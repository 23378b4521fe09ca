import { isSameAddress } from '@latchkey/protocol/address'
import type { SharedAccount } from '../../../core/accounts/sharedAccount.ts'
import type { Link } from '../../../core/contracts/connectorSource.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { accountOf } from '../../../core/kit/state.ts'
import { linkOf } from '../../../session/links.ts'
import type { BitcoinSigner } from '../signer.ts'

/** The link of the connected account. Undefined where the address is not one of its addresses. */
export function linkWith(kit: Kit, address: string): Link | undefined {
  const account = accountOf({ sessions: kit.getState().sessions, namespace: 'bip122' })
  const link = account && linkOf(kit, 'bip122', account.connectorId)
  return link?.state().accounts.some((entry) => isSameAddress(entry.address, address))
    ? link
    : undefined
}

/** What the wallet has reported about an address. Only the address where it is not connected. */
export const sharedAccountOf = (kit: Kit, address: string): SharedAccount =>
  linkWith(kit, address)
    ?.state()
    .accounts.find((entry) => isSameAddress(entry.address, address)) ?? { address }

/**
 * The signer of a link.
 */
export const signerOf = ({ provider }: Link): BitcoinSigner =>
  // the cast: every source of Bitcoin links makes this object
  provider as BitcoinSigner

/** Whether the wallet of an address signs PSBTs. True where it is not connected. */
export function signsPsbts(kit: Kit, address: string): boolean {
  const link = linkWith(kit, address)
  return link === undefined || signerOf(link).canSignPsbt
}
