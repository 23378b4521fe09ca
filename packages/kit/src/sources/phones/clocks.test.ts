/** Tests with a wrong clock of the visitor and a right clock of the phone. */
import { expect, test } from 'vitest'
import { reasonOf } from '../../session/startTestKit.ts'
import { systemClock } from '../../core/page/clock.ts'
import { parsePairingUri } from '../walletconnect/pairingUri.ts'
import { approve, granted } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { startPage } from './startTestPhones.ts'

const day = 86_400_000

test.each([0, 10 * 60_000, -10 * 60_000, 30 * day, -30 * day])(
  'a phone connects even if the page’s clock is %d ms ahead, and the code has the right expiry',
  async (ms) => {
    const { kit, url } = await startPage({ clock: { ...systemClock, now: () => Date.now() + ms } })
    const shown = new Set<string>()
    let connecting: Promise<unknown> = Promise.resolve()
    const ready = await new Promise<{ uri: string; expiresAt: number }>((resolve) => {
      connecting = reasonOf(
        kit.connect({
          connectorId: walletConnectId,
          onPairing: (pairing) => {
            shown.add(pairing.uri)
            if (
              pairing.isReady &&
              parsePairingUri(pairing.uri, 0).expiry * 1_000 - Date.now() < 310_000
            )
              resolve(pairing)
          },
        }),
      )
    })
    expect(shown.size).toBeLessThanOrEqual(ms === 0 ? 1 : 2)
    expect(Math.abs(ready.expiresAt - Date.now() - ms - 240_000)).toBeLessThan(10_000)
    await approve(await startPeer(url), ready.uri, granted)
    expect(await connecting).toBe('fulfilled')
  },
)
