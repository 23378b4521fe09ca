import { signMessages, wcProposeSession } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { publish } from '../rpc/publish.ts'
import { subscribe } from '../rpc/subscribe.ts'

const { tag, ttl } = signMessages.wc_sessionPropose

/**
 * Proposes a session, and subscribes the caller to the pairing's topic in the same request, so that
 * it gets the answers. docs/contracts/relay.md#session-helpers
 */
export const wc_proposeSession = defineMethod(
  wcProposeSession,
  async ({ pairingTopic, sessionProposal, attestation }, call) => {
    await subscribe(call, [pairingTopic])
    await publish(call, { topic: pairingTopic, message: sessionProposal, tag, ttl, attestation })
    return true
  },
)
