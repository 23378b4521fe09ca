import { useMemo } from 'react'
import { identityQuery } from '../../domains/identity/identityQuery.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from '../../core/queries/watchAnswer.ts'
import type { Identity } from '../../domains/identity/rememberedIdentity.ts'

/**
 * Returns the name and avatar that the API knows for an account; `{}` if there are none, or the
 * site has no API. They are cached for five minutes. After an error (httpFailed, httpTimeout,
 * answerInvalid) `data` is the last known answer; if there is none, show the address.
 * @param options.address the address of the account
 * @default the connected account; without a connected account no request is sent
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
