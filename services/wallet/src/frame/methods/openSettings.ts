import { openSettings as method } from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { messages } from '../screens/messages.ts'
import { readConsent } from '../wallet/consent.ts'
import { answer } from './answer.ts'

/**
 * Shows the wallet's settings, at the part that the site names, until the visitor closes them.
 */
export const openSettings = answer(method, async (wallet, params, { signal }) => {
  if (!(await wallet.session.read(signal)) || (await readConsent(wallet)) === undefined)
    throw fault('loginRequired')
  await wallet.stage.ask({
    load: () => import('../screens/settings/SettingsView.tsx'),
    params: { place: params?.place },
    title: () => wallet.language.words(messages).settingsTitle,
    signal,
  })
  return undefined
})
