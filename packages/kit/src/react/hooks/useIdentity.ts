import { useMemo } from 'react'
import { identityQuery } from '../../domains/identity/identityQuery.ts'
import type { Identity } from '../../domains/identity/identityQuery.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'

/**
 * The name and avatar of an account, as the API knows them: `{}` if it has none, or the site has no
 * API. Cached for five minutes. On an error (httpFailed, httpTimeout, answerInvalid) `data` is the
 * last known one; show the address then.
 * @param options.address of the account
 * @default the connected account; without one no request is sent
 */
export function useIdentity({
  address,
}: {
  address?: string
} = {}): Answer<Identity> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const requestedAddress = address ?? ('account' in account ? account.account.address : undefined)
  const options = useMemo(
    () => (requestedAddress ? identityQuery(kit, requestedAddress) : undefined),
    [kit, requestedAddress],
  )
  return useQuery(options)
}
