import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { AccountAvatar } from '../../account/AccountAvatar.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useRouter } from '../router.ts'
import type { NameViews } from './index.ts'
import { messages } from './messages.ts'
import { useRegistering } from './useRegistering.ts'

/**
 * The registration of a name, from its start to its success. There is no back button, because the
 * request is already in the wallet (docs/contracts/product.md#account-names).
 */
export default function RegisterAccountNameSuccessView({
  params,
}: {
  params: NameViews['RegisterAccountNameSuccess']
}) {
  const t = useMessages(messages)
  const router = useRouter()
  const wallet = useCurrentWallet()?.name ?? ''
  const connection = useAccount()
  const address = 'account' in connection ? connection.account.address : ''
  const isDone = useRegistering(params) === 'done'
  const { name } = params
  return (
    <Screen title={t('title')} start={<span />}>
      <Progress
        isLong
        status={isDone ? 'done' : 'waiting'}
        picture={<AccountAvatar address={address} name={isDone ? name : undefined} />}
        title={t(isDone ? 'doneTitle' : 'waitingTitle', { name })}
        text={isDone ? t('doneText') : t('waitingText', { wallet })}
      />
      <div className="progress-ends">
        {isDone && (
          <Button variant="primary" data-autofocus="" onClick={() => router.reset('Account')}>
            {t('done')}
          </Button>
        )}
      </div>
    </Screen>
  )
}
