import { useMemo } from 'react'
import { namesQuery } from '../../domains/names/namesQuery.ts'
import type { AccountName } from '../../domains/names/namesQuery.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'

/**
 * Returns the registered names of an account, the oldest first; none if the site has no API. They
 * are cached for five minutes; a name registered in this page is added at once. After an error
 * (namesOfAddressFailed) `data` has the last known names.
 * @param options.address the address of the account
 * @default the connected account; without a connected account no request is sent
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
