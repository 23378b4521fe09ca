import { fault } from '../bridge/Fault.ts'
import type { Keep } from '../device/openKeep.ts'
import type { Wallet } from './Wallet.ts'

/** The origin of the site for which the visitor has agreed to change the address. */
const keepName = 'emailChange'

/**
 * The visitor has agreed that the site takes the codes of a change. It holds across reloads, until
 * the change has ended.
 */
export const noteChange = ({ keep, site }: Pick<Wallet, 'keep' | 'site'>): Promise<void> =>
  keep.set(keepName, site.origin)

/** Refuses codes from a site for which the visitor has not agreed. @throws Fault `codeExpired` */
export async function requireChange({ keep, site }: Pick<Wallet, 'keep' | 'site'>): Promise<void> {
  if ((await keep.get(keepName)) !== site.origin) throw fault('codeExpired')
}

/** The change has ended. */
export const endChange = (keep: Keep): Promise<void> => keep.delete(keepName)
