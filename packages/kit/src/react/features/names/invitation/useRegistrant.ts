import { useEffect, useState } from 'react'
import { readRegistrant } from '../../../../domains/names/readRegistrant.ts'
import { useAccount } from '../../../hooks/useAccount.ts'
import { useKit } from '../../../hooks/useKit.ts'

/** Whether the current account may register a name; `asking` while this is checked. */
export function useRegistrant(): 'asking' | 'possible' | 'impossible' {
  const kit = useKit()
  const connection = useAccount()
  const key =
    'account' in connection
      ? `${connection.account.accountId} ${connection.account.connectorId}`
      : ''
  const [answer, setAnswer] = useState<{ key: string; status: 'possible' | 'impossible' }>()
  useEffect(() => {
    let isCancelled = false
    const set = (status: 'possible' | 'impossible') =>
      void (isCancelled || setAnswer({ key, status }))
    readRegistrant(kit).then(
      () => set('possible'),
      () => set('impossible'),
    )
    return () => void (isCancelled = true)
  }, [kit, key])
  // an answer about another account is ignored
  return answer?.key === key ? answer.status : 'asking'
}
