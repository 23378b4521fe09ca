import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lookUpName } from '../../core/names/lookUpName.ts'
import { accountOf } from '../../core/kit/state.ts'
import { nameZone } from './nameZone.ts'
import { labelFaults, readLabel } from './readLabel.ts'
import { belongsTo } from './record.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Whether a name is free, the current account's own, or another account's. */
export type NameStatus = 'free' | 'own' | 'taken'

/**
 * Looks up in the site's API whether a name is free.
 * @throws KitError nameUnresolved; `details` says what is wrong with the label, or why the service
 *   refused; requestAborted
 */
export async function checkName(
  kit: Kit,
  { label, signal }: { label: string; signal?: AbortSignal },
): Promise<NameStatus> {
  const { api, options } = contextOf(kit)
  const read = readLabel(label, nameZone(options))
  if (read.status === 'refused')
    throw kitError('nameUnresolved', { details: labelFaults[read.fault] })
  if (!api) throw kitError('nameUnresolved', { details: 'The site has no API.' })
  const record = await lookUpName(kit, api, read.name, { isFresh: true, ...(signal && { signal }) })
  if (!record) return 'free'
  const account = accountOf(kit.getState())
  return account && belongsTo(record, account.address) ? 'own' : 'taken'
}
