import { counts } from '@latchkey/protocol/limits'
import { delegationHash } from '@latchkey/protocol/sessions/delegation'
import { expect, test } from 'vitest'
import { grant } from '../testing/sessionClient.ts'
import { sessionChainId as chainId } from '../testing/startSessionChain.ts'
import { failure, sessionsIn, startTestSessions } from '../testing/startTestSessions.ts'

const { begin } = startTestSessions()

test('an account may have 255 sessions that count, and then none that counts makes room', async () => {
  const { site, id, owner, state, pass } = await begin({
    limits: { loopDelay: 200, sessions: false },
  })
  const account = owner.address.toLowerCase()
  const grants = []
  for (let index = 0; index < counts.sessions; index += 1) {
    const granted = await grant(owner, chainId, { terms: { maxUses: 5n } })
    await site.record(id, granted)
    grants.push(granted)
  }
  const first = sessionsIn(await site.list(id))
  expect(first).toHaveLength(counts.sessions)
  const more = await grant(owner, chainId)
  const { body } = await site.announce(id)
  expect(failure(await site.activate(id, body['pci'], more))).toMatch('429 rate_limited:')
  // one that has ended on the chain makes room, although no list has shown it
  const [ended] = grants
  if (!ended) throw new Error('no session')
  state.disabled.add(delegationHash(ended.delegation))
  pass(3)
  expect((await site.activate(id, body['pci'], more)).status).toBe(200)
  state.nonces.set(account, 1n)
  pass(3)
  const last = sessionsIn(await site.list(id))
  expect(last).toHaveLength(counts.sessions)
  expect(new Set(last.map((session) => session.state))).toEqual(new Set(['revoked']))
}, 120_000)
