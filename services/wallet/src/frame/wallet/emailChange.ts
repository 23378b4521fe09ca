import { fault } from '../bridge/Fault.ts'
import type { Store } from '../device/openStore.ts'
import type { Wallet } from './Wallet.ts'

/**
 * The name of the entry that has the origin of the site on which the visitor has agreed to change
 * the address.
 */
const storedName = 'emailChange'

/**
 * Stores that the visitor has agreed to change the address on this site, so that the site may send
 * the codes. The agreement survives reloads, until the change has ended.
 */
export const noteChange = ({ store, site }: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  store.set(storedName, site.origin)

/**
 * Refuses codes from a site without the visitor's agreement.
 * @throws Fault `codeExpired`
 */
export async function requireChange({
  store,
  site,
}: Pick<Wallet, 'store' | 'site'>): Promise<void> {
  if ((await store.get(storedName)) !== site.origin) throw fault('codeExpired')
}

/** Removes the agreement, after the change has ended. */
export const endChange = (store: Store): Promise<void> => store.delete(storedName)
