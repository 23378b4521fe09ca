import { wait } from '@latchkey/server/waiting'
import { createTestClient } from '../../../services/relay/src/testing/createTestClient.ts'
import { askAgain, requestOf } from '../api/http.ts'
import { onEachSocket } from '../flood.ts'
import type { Scene } from '../scene.ts'
import { createTally } from '../tally.ts'
import type { Target } from '../target.ts'
import { requestByStranger, newTopic, openStranger } from './stranger.ts'

/** Addresses in the proxy's header: one of the attacker, one of an honest wallet. */
const [attacker, honest] = ['198.51.100.9', '203.0.113.7']
/**
 * Limits of an address: sockets, and new connections a second. A burst may have twice as many new
 * connections as sockets, or those of ten seconds, whichever is more.
 */
const address = { sockets: 25, connects: 5 }
/**
 * Max requests of one address that the relay answers during the attack, with a margin for a slow
 * machine.
 */
const maxConnections = 150

/**
 * The header that the proxy sends: text written by the client, then the address that the proxy saw.
 */
const reportedClient = (written: string, seen: string) => ({
  'x-forwarded-for': written === '' ? seen : `${written}, ${seen}`,
})

/** Opens a socket of the honest wallet and publishes on it. @returns the result */
async function visit(target: Target): Promise<string> {
  const socket = await openStranger(target, createTestClient(), {
    headers: reportedClient('', honest),
  }).catch(() => undefined)
  const became = socket
    ? await requestByStranger(socket, 'irn_publish', {
        topic: newTopic(),
        message: 'honest',
        ttl: 300,
        tag: 1,
      })
    : 'not let in'
  socket?.terminate()
  return became
}

/**
 * Shows that a client cannot use the quota of another address by writing that address into
 * `X-Forwarded-For`.
 */
export const trustedProxy: Scene = {
  name: 'trusted-proxy',
  of: 'relay',
  seconds: 4,
  title:
    'behind a trusted proxy one client names the address of a wallet, and others, in `X-Forwarded-For`; the wallet comes again and again',
  stage: () => ({
    config: { options: { trustProxy: 1, shares: { address } } },
    async attack(target) {
      const [tally, visits] = [createTally(), createTally()]
      let turn = 0
      const next = () =>
        requestOf(target, 'GET', '/public-key', {
          headers: reportedClient(
            (turn += 1) % 2 === 0 ? honest : `192.0.2.${(turn >> 1) & 255}`,
            attacker,
          ),
        })
      const visiting = (async () => {
        for (let times = 0; times < 6 && !target.signal.aborted; times += 1) {
          await wait(500)
          visits.add(await visit(target))
        }
      })()
      await onEachSocket(4, 4, () => askAgain(target, (status) => tally.add(status), next))
      await visiting
      const answered = tally.get('200')
      const faults = [
        visits.text() !== `${visits.get('ok')} ok` &&
          `an honest wallet was answered: ${visits.text()}`,
        answered > maxConnections && `${answered} requests of one address were answered`,
        tally.get('429') === 0 && 'the attacker was never refused',
      ]
      return {
        did: `attacker: ${tally.text()}; wallet: ${visits.text()}`,
        faults: faults.filter((one) => one !== false),
      }
    },
  }),
}
