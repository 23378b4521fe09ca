import { useState } from 'react'
import type { Phone } from './phone/createPhone.ts'
import type { PhoneState } from './phone/phoneState.ts'
import { QuestionSheet } from './questions/QuestionSheet.tsx'
import { AccountSheet } from './sheets/AccountSheet.tsx'
import { ConnectionSheet } from './sheets/ConnectionSheet.tsx'
import { NetworkSheet } from './sheets/NetworkSheet.tsx'
import { PairSheet } from './sheets/PairSheet.tsx'
import { Activity } from './tabs/Activity.tsx'
import { Home, type OpenSheet } from './tabs/Home.tsx'
import { Settings } from './tabs/Settings.tsx'
import { Banner } from './ui/Banner.tsx'
import { TabBar } from './ui/TabBar.tsx'
import type { TabName } from './ui/TabBar.tsx'
import { usePhoneState } from './usePhoneState.ts'

const titles: Record<TabName, string> = {
  home: 'Wallet',
  activity: 'Activity',
  settings: 'Settings',
}

/**
 * The app: three tabs, and at most one sheet over them. A question of a site is shown before the
 * sheet that the person has opened.
 */
export function Screen({ phone }: { phone: Phone }) {
  const state = usePhoneState(phone)
  const [tab, setTab] = useState<TabName>('home')
  const [sheet, setSheet] = useState<OpenSheet>()
  // a phone that is set never to answer shows no question
  const question = state.behaviour === 'hang' ? undefined : state.questions[0]
  const close = () => setSheet(undefined)
  if (question && sheet) close()

  return (
    <>
      <div className="app" inert={question !== undefined || sheet !== undefined}>
        <main className="scroll">
          <h1>{titles[tab]}</h1>
          <Banner phone={phone} state={state} />
          {tab === 'home' && <Home state={state} onOpen={setSheet} />}
          {tab === 'activity' && <Activity tasks={state.tasks} />}
          {tab === 'settings' && <Settings phone={phone} state={state} />}
        </main>
        <TabBar tab={tab} onChange={setTab} />
      </div>
      {sheet && <Sheets sheet={sheet} phone={phone} state={state} onClose={close} />}
      {question && <QuestionSheet key={question.id} open={question} phone={phone} state={state} />}
    </>
  )
}

type SheetsProps = { sheet: OpenSheet; phone: Phone; state: PhoneState; onClose: () => void }

function Sheets({ sheet, phone, state, onClose }: SheetsProps) {
  if (sheet.type === 'accounts')
    return <AccountSheet phone={phone} state={state} onClose={onClose} />
  if (sheet.type === 'networks')
    return <NetworkSheet phone={phone} state={state} onClose={onClose} />
  if (sheet.type === 'pair') return <PairSheet phone={phone} onClose={onClose} />
  return <ConnectionSheet topic={sheet.topic} phone={phone} state={state} onClose={onClose} />
}
