import { createTally } from '../tally.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createClient } from './client.ts'
import { addressAt } from './codes.ts'
import { createDevice } from './device.ts'
import { site } from './site.ts'

/** Visitors of a site that has just opened. */
const visitors = 1_000

/**
 * A thousand visitors begin a login in the same second, each with another e-mail address, and
 * request the session as the frame does.
 */
export const loginCrowd: Scene = {
  name: 'login-crowd',
  of: 'wallet',
  quick: 'short',
  seconds: 10,
  title: '1,000 visitors of 250 addresses begin to log in at once',
  stage: () => {
    const devices = Array.from({ length: visitors }, createDevice)
    return {
      config: { options: { limits: { mails: false } } },
      async attack(target) {
        const tally = createTally()
        const clients = Array.from({ length: 250 }, (_, index) =>
          createClient(target.url, addressAt(index)),
        )
        clients.forEach(({ close }) => target.track(close))
        await onEachSocket(visitors, visitors, async (index) => {
          const [client, device] = [clients[index % clients.length], devices[index]]
          if (!client || !device || target.signal.aborted) return
          await client.send({ device, path: '/v1/session', params: {}, signal: target.signal })
          tally.add(
            (
              await client.send({
                device,
                path: '/v1/email',
                params: { email: `c${index}@crowd.example`, ...site },
                signal: target.signal,
              })
            ).status,
          )
          if (target.signal.aborted) return
          tally.add(
            (
              await client.send({
                device,
                path: '/v1/otp',
                params: { otp: '000000' },
                signal: target.signal,
              })
            ).status,
          )
        })
        return { did: tally.text() }
      },
    }
  },
}
