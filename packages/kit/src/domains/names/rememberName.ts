import { addressKey } from '@latchkey/protocol/address'
import type { ProfileRecord } from '@latchkey/protocol/profile'
import type { Kit } from '../../core/kit/kit.ts'
import { nameKey } from '../../core/names/lookUpName.ts'
import { namesKey } from './namesQuery.ts'
import type { AccountName } from './namesQuery.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Adds a newly registered name to all caches, so that the screens show it at once. For an account
 * that already has a name, the screens go on to show that name, because services show the oldest.
 */
export async function rememberName(
  kit: Kit,
  address: string,
  registered: AccountName,
  record: ProfileRecord,
): Promise<void> {
  const { name } = registered
  const key = addressKey(address)
  const { client } = await contextOf(kit).queries()
  client.setQueryData(nameKey(name), record)
  client.setQueryData<readonly AccountName[]>(
    namesKey(address),
    (names) => names && [...names.filter((entry) => entry.name !== name), registered],
  )
  kit.store.setState(({ profileNames }) => ({ profileNames: { [key]: name, ...profileNames } }))
  const identity = ['identity', key] // the same key as in `identityQuery.ts`
  client.setQueryData<{ name?: string }>(identity, (stored) => ({ name, ...stored }))
  void client.invalidateQueries({ queryKey: identity }) // requests the service's answer
}
