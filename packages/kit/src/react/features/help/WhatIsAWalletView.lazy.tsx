import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { useRouter } from '../router.ts'
import { LearnMore } from './LearnMore.tsx'
import { messages } from './messages.ts'
import { Points } from './Points.tsx'

/** Explains what a wallet is. */
export default function WhatIsAWalletView() {
  const t = useMessages(messages)
  const router = useRouter()
  return (
    <Screen title={t('walletTitle')}>
      <Points
        points={[
          { drawing: 'home', title: t('homeTitle'), text: t('homeText') },
          { drawing: 'key', title: t('keyTitle'), text: t('keyText') },
          { drawing: 'door', title: t('doorTitle'), text: t('doorText') },
        ]}
      />
      <Button variant="primary" onClick={() => router.push('GetWallet')}>
        {t('getTitle')}
      </Button>
      <LearnMore />
    </Screen>
  )
}
