import { useMemo } from 'react'
import { namesQuery } from '../../domains/names/namesQuery.ts'
import type { AccountName } from '../../domains/names/namesQuery.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'

/**
 * The registered names of an account, the oldest first; none without an API. Cached for five
 * minutes; a name that is registered here is added at once. On an error (namesOfAddressFailed)
 * `data` has the last known ones.
 * @param options.address of the account
 * @default the connected account; without one no request is sent
 */
export function useNames({
  address,
}: {
  address?: string
} = {}): Answer<readonly AccountName[]> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const requestedAddress = address ?? ('account' in account ? account.account.address : undefined)
  const options = useMemo(
    () => (requestedAddress ? namesQuery(kit, requestedAddress) : undefined),
    [kit, requestedAddress],
  )
  return useQuery(options)
}
