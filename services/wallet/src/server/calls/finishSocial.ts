import { finishSocial } from '@latchkey/protocol/walletServer'
import { hashOf, isEqual } from '../keys/createKeyring.ts'
import { endSocial, isBegunFor } from '../socials/attempts.ts'
import { defineEndpoint } from './defineEndpoint.ts'

/** Ends a login at a company. The result proves that this browser came back from the company. */
export const answerFinishSocial = defineEndpoint(
  finishSocial,
  async (context, { id, result, origin }) => {
    // A refusal needs no result, because it gives an attacker no advantage.
    return endSocial(
      context,
      (attempt) =>
        attempt.id === id &&
        isBegunFor(attempt, origin) &&
        (attempt.status === 'refused' ||
          (attempt.resultHash !== null && isEqual(attempt.resultHash, hashOf(result)))),
    )
  },
)
