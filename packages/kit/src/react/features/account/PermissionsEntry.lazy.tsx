import { useEffect, useState } from 'react'
import { Button } from '@latchkey/ui/Button.tsx'
import { Outline } from '@latchkey/ui/icons.tsx'
import type { Kit } from '../../../core/kit/kit.ts'
import { keyPath } from '../../account/keyIcon.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'

/**
 * The button that opens the permissions. It is shown if the account has any, or if its wallet
 * grants them.
 */
export default function PermissionsEntry() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const session = useAccount()
  const accountId = 'account' in session ? session.account.accountId : undefined
  const [shownFor, setShownFor] = useState<string>()
  useEffect(() => {
    if (accountId === undefined) return
    let isGone = false
    void hasUse(kit).then((isUseful) => isUseful && !isGone && setShownFor(accountId))
    return () => {
      isGone = true
    }
  }, [kit, accountId])
  if (shownFor === undefined || shownFor !== accountId) return null
  return (
    <Button variant="quiet" data-alone="" onClick={() => router.push('Permissions')}>
      <Outline d={keyPath} />
      {t('permissions')}
    </Button>
  )
}

/** Whether the account has permissions, or its wallet grants them. */
async function hasUse({ sessions }: Kit): Promise<boolean> {
  const list = await sessions.list().catch(() => [])
  return list.length > 0 || sessions.isSupported().catch(() => false)
}
