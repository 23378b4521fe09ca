import { useMemo } from 'react'
import { identityQuery } from '../../identity/identityQuery.ts'
import type { Identity } from '../../identity/identityQuery.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useQuery } from './useQuery.ts'
import type { Answer } from './useQuery.ts'

/**
 * The name and avatar of an account, as the API knows them: `{}` where it has none, or the site has no API. Kept five minutes. On an
 * error (httpFailed, httpTimeout, answerInvalid) `data` is what was last known; show the address then.
 * @param options.address of whom @default the connected account; nothing is asked while nobody is
 */
export function useIdentity({ address }: { address?: string } = {}): Answer<Identity> & { refetch(): void } {
  const kit = useKit()
  const account = useAccount()
  const asked = address ?? ('account' in account ? account.account.address : undefined)
  const options = useMemo(() => (asked ? identityQuery(kit, asked) : undefined), [kit, asked])
  return useQuery(options)
}
