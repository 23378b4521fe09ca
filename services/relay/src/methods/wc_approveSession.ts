import { signMessages, wcApproveSession } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { publish } from '../rpc/publish.ts'
import { subscribe } from '../rpc/subscribe.ts'

const { answer } = signMessages.wc_sessionPropose
const { tag, ttl } = signMessages.wc_sessionSettle

/**
 * Approves a session, and subscribes the caller to its topic in the same request. The site
 * subscribes when it has read the response. docs/contracts/relay.md#session-helpers
 */
export const wc_approveSession = defineMethod(
  wcApproveSession,
  async (
    { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest },
    call,
  ) => {
    await subscribe(call, [sessionTopic])
    await publish(
      call,
      { topic: pairingTopic, message: sessionProposalResponse, tag: answer.tag, ttl: answer.ttl },
      0,
    )
    await publish(call, { topic: sessionTopic, message: sessionSettlementRequest, tag, ttl }, 1)
    return true
  },
)
