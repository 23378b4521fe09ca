import type { Kit } from 'latchkey'
import { manualClock, showScreen } from 'latchkey/testing'
import { readDevnet } from '../readDevnet.ts'
import type { Settings } from '../settings.ts'
import { completeScreen } from './completeScreen.ts'
import { createScreenKit, storageOf } from './createScreenKit.ts'
import { overrideNavigator, pretendWindow } from './pretend.ts'
import type { ScreenState } from './screenState.ts'
import { agents } from './screenState.ts'

/**
 * A kit that is prepared for a screen. After a provider has got the kit, `show` opens the screen,
 * and resolves when the screen is complete.
 */
export type StartedScreen = { kit: Kit; show: () => Promise<void> }

/**
 * Creates the kit of a screen: its wallets give prepared answers, its clock stands still, its API
 * is the devnet's.
 */
export async function startScreen(
  screen: ScreenState,
  settings: Settings,
  signal: AbortSignal,
): Promise<StartedScreen> {
  const { view, params, agent, isOffline, window: opening, sent, notices } = screen
  const devnet = await readDevnet(signal)
  overrideNavigator('userAgent', agent && agents[agent])
  overrideNavigator('onLine', isOffline ? false : undefined)
  pretendWindow(opening)
  const clock = manualClock()
  const storage = storageOf(screen)
  const made = createScreenKit(screen, settings, devnet, { clock, storage })
  let reportStart = () => {}
  const started = new Promise<void>((resolve) => (reportStart = resolve))
  const start = () => {
    reportStart()
    return made.start()
  }
  const kit = { ...made, start, clock, storage }
  if (sent) kit.store.setState({ pending: sent })
  window.latchkeyScreen = kit
  return {
    kit,
    async show() {
      await started // the provider starts the kit after the first paint
      showScreen(kit, view, params)
      if (notices) kit.store.setState(notices)
      await completeScreen(screen, clock)
    },
  }
}
