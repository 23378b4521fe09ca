import { fault } from '../bridge/Fault.ts'
import type { Store } from '../device/openStore.ts'
import type { Wallet } from './Wallet.ts'

/** The origin of the site for which the visitor has agreed to change the address. */
const storedName = 'emailChange'

/**
 * The visitor has agreed that the site takes the codes of a change. It holds across reloads, until
 * the change has ended.
 */
export const noteChange = ({ store: keep, site }: Pick<Wallet, 'store' | 'site'>): Promise<void> =>
  keep.set(storedName, site.origin)

/** Refuses codes from a site for which the visitor has not agreed. @throws Fault `codeExpired` */
export async function requireChange({
  store: keep,
  site,
}: Pick<Wallet, 'store' | 'site'>): Promise<void> {
  if ((await keep.get(storedName)) !== site.origin) throw fault('codeExpired')
}

/** The change has ended. */
export const endChange = (store: Store): Promise<void> => store.delete(storedName)
