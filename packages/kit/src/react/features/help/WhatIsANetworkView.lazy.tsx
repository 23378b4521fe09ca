import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { LearnMore } from './LearnMore.tsx'
import { messages } from './messages.ts'
import { Points } from './Points.tsx'

/** Explains what a network is. */
export default function WhatIsANetworkView() {
  const t = useMessages(messages)
  return (
    <Screen title={t('networkTitle')}>
      <Points
        points={[
          { drawing: 'ledger', title: t('ledgerTitle'), text: t('ledgerText') },
          { drawing: 'fee', title: t('feeTitle'), text: t('feeText') },
          { drawing: 'side', title: t('sideTitle'), text: t('sideText') },
        ]}
      />
      <LearnMore />
    </Screen>
  )
}
