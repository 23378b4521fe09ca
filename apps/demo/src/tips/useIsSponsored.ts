import { useAccount, useKit } from 'latchkey/react'
import { useEffect, useState } from 'react'
import type { Tips } from './tips.ts'

/** Whether the bakery pays the fee of the visitor's tips. False until the wallet has answered. */
export function useIsSponsored({ networkId, isSponsored }: Tips): boolean {
  const kit = useKit()
  const connected = useAccount()
  const account = 'account' in connected ? connected.account : undefined
  const isHere = account?.networkId === networkId
  const key = isHere ? `${account.accountId} ${account.type}` : undefined
  const [answer, setAnswer] = useState<{ key: string | undefined; isYes: boolean }>()
  useEffect(() => {
    let isCurrent = true
    if (account && key !== undefined)
      void isSponsored?.(kit, account.address).then(
        (isYes) => isCurrent && setAnswer({ key, isYes }),
      )
    return () => void (isCurrent = false)
  }, [kit, key]) // oxlint-disable-line react/exhaustive-deps -- `key` names the account and the network
  return answer?.isYes === true && answer.key === key
}
