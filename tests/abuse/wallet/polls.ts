import { createTally } from '../tally.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createClient } from './client.ts'
import { addressAt } from './codes.ts'
import { createDevice } from './device.ts'

/** Number of pending long polls. */
const polls = 1_000

/**
 * Devices wait with long polls until the mailed link is opened. Each polls again after its answer.
 * Some disconnect and return.
 */
export const longPolls: Scene = {
  name: 'long-polls',
  of: 'wallet',
  quick: 'short',
  seconds: 8,
  title:
    '1,000 devices of 25 clients hold `/v1/device` open; every tenth leaves at once and comes again',
  stage: () => {
    const devices = Array.from({ length: polls }, createDevice)
    return {
      config: { waiting: devices.map(({ thumbprint }) => thumbprint) },
      async attack(target) {
        const tally = createTally()
        const clients = Array.from({ length: 25 }, (_, index) =>
          createClient(target.url, addressAt(index)),
        )
        clients.forEach(({ close }) => target.track(close))
        await onEachSocket(polls, polls, async (index) => {
          const [client, device] = [clients[index % clients.length], devices[index]]
          if (!client || !device) return
          while (!target.signal.aborted) {
            const leaves = index % 10 === 0
            const { status } = await client.send({
              device,
              path: '/v1/device',
              params: {},
              signal: leaves
                ? AbortSignal.any([target.signal, AbortSignal.timeout(300)])
                : target.signal,
            })
            tally.add(status)
            if (status === '429') await new Promise((resolve) => setTimeout(resolve, 200))
          }
        })
        return { did: tally.text() }
      },
    }
  },
  isOver: (now, before) =>
    (now.get('latchkey_wallet_requests_running') ?? 0) <=
    (before.get('latchkey_wallet_requests_running') ?? 0) + 4,
}
