import { admit } from '../../../core/accounts/admit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useKit } from '../../hooks/useKit.ts'
import { messages } from './messages.ts'

export default function HouseRulesView() {
  const t = useMessages(messages)
  const kit = useKit()
  const account = useAccount()
  function accept() {
    if ('account' in account) admit(kit, 'notebook', account.account.address)
  }
  return (
    <Screen title={t('rules')}>
      <Button variant="primary" onClick={accept}>
        {t('accept')}
      </Button>
    </Screen>
  )
}
