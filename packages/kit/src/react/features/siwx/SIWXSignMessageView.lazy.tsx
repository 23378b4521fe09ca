import { useEffect } from 'react'
import { checkSignIn } from '../../../domains/siwx/checkSignIn.ts'
import { declineSignIn } from '../../../domains/siwx/declineSignIn.ts'
import { isRequired } from '../../../domains/siwx/siwxOf.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import { useAccount } from '../../hooks/useAccount.ts'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { messages } from './messages.ts'
import { SignMessage } from './SignMessage.tsx'
import { useSite } from './useSite.ts'
import css from './siwx.css?inline'

/**
 * The screen to sign in. It is shown until the site reports that the account is signed in, or, if
 * signing in is optional, until the visitor declines (docs/contracts/product.md#signing-in).
 */
export default function SIWXSignMessageView() {
  useStyles(css)
  const t = useMessages(messages)
  const kit = useKit()
  const site = useSite()
  const wallet = useCurrentWallet()
  const connection = useAccount()
  const account = 'account' in connection ? connection.account : undefined
  const status = useKitState(({ siwx }) => account && siwx?.[account.accountId])

  // Usually `watchSiwx` has asked the site already. It is asked here in case that code failed to
  // load.
  useEffect(() => {
    if (account && status === undefined) void checkSignIn(kit, account)
  }, [kit, account, status])

  const cancel = (
    <Button onClick={() => void declineSignIn(kit).catch(() => {})}>{t('cancel')}</Button>
  ) // if it fails, the kit still removes the wallet
  const picture = <Picture name={wallet?.name ?? ''} src={wallet?.icon} size={64} />

  if (account && status === 'signedOut') return <SignMessage account={account} cancel={cancel} />
  if (account && status === 'unknown') {
    return (
      <Screen
        title={t('title')}
        footer={
          <div className="siwx-buttons">
            {cancel}
            <Button variant="primary" onClick={() => void checkSignIn(kit, account)}>
              {t('retry')}
            </Button>
          </div>
        }
      >
        <Progress
          status="failed"
          picture={picture}
          title={t('unknownTitle', { site: site.name })}
          text={t('unknownText')}
        />
      </Screen>
    )
  }
  return (
    <Screen title={t('title')} footer={isRequired(kit) ? cancel : undefined}>
      <Progress
        status="waiting"
        picture={picture}
        title={t('checkingTitle')}
        text={t('checkingText')}
      />
    </Screen>
  )
}
