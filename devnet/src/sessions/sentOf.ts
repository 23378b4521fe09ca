/** The forms in which a session can be used, and in which a thief might try it. */
import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationHash,
  writeContext,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeFunctionData, numberToHex, parseAbi, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Sent } from './clockedChain.ts'
import type { Attempt, Form } from './generatedSessions.ts'
import { batchExecution, chainContext, modes, redeemData, singleExecution } from './redeemData.ts'
import type { SessionChain } from './sessionChain.ts'

const accountAbi = parseAbi(['function executeFromExecutor(bytes32 mode, bytes execution)'])

type SentSession = { chain: SessionChain; terms: SessionTerms; session: SignedDelegation }

/** The transaction of an attempt. */
export function sentOf(
  one: SentSession,
  { form, which }: Pick<Attempt, 'form' | 'which'>,
  call: AccountCall,
): Sent | Promise<Sent> {
  const { chain, session, terms } = one
  const { redeemer, second, stranger, ann } = chain
  const [context, execution] = [writeContext(session), singleExecution(call)]
  const by = (from: PrivateKeyAccount, ...uses: Parameters<typeof redeemData>[0]): Sent => ({
    from: from.address,
    to: delegationManager,
    data: redeemData(uses),
  })
  const changed = (changes: Partial<SignedDelegation>, from = redeemer) =>
    by(from, { context: writeContext({ ...session, ...changes }), execution })
  const passedTo = async (to: PrivateKeyAccount) =>
    by(to, { context: await passedOn(one, to), execution })
  const { caveats } = session
  const later = { ...terms, expiry: terms.expiry + 1 + (which % 1_000) }
  const inMode = (mode: Hex, bytes = execution) => by(redeemer, { context, mode, execution: bytes })
  const forms: Record<Form, () => Sent | Promise<Sent>> = {
    'as granted': () => by(redeemer, { context, execution }),
    'twice at once': () => by(redeemer, { context, execution }, { context, execution }),
    'with arguments for the enforcers': () =>
      changed({ caveats: caveats.map((each) => ({ ...each, args: '0x1234' })) }),
    'based on itself': () => passedTo(redeemer),
    'passed on to a stranger': () => passedTo(stranger),
    'passed on to the second account': () => passedTo(second),
    'by a stranger': () => by(stranger, { context, execution }),
    'for a stranger': () => changed({ delegate: stranger.address }, stranger),
    'by the account itself': () => by(ann, { context, execution }),
    'as a batch': () => inMode(modes.batch, batchExecution([call])),
    'as an attempt': () => inMode(modes.try),
    'as delegated code': () => inMode(modes.delegate),
    'without a caveat': () =>
      changed({ caveats: caveats.filter((_, index) => index !== which % caveats.length) }),
    'with larger terms': () => changed({ caveats: writeCaveats(later) }),
    'on another account': () => changed({ delegator: stranger.address }),
    'without a delegation': () => by(redeemer, { context: noDelegation, execution }),
    'past the manager': () => ({
      from: redeemer.address,
      to: ann.address,
      data: encodeFunctionData({
        abi: accountAbi,
        functionName: 'executeFromExecutor',
        args: [modes.single, execution],
      }),
    }),
  }
  return forms[form]()
}

/** A context without any delegation. */
const noDelegation: Hex = `${numberToHex(32, { size: 32 })}${'0'.repeat(64)}`

/** A context in which the site's account has passed the session on. */
async function passedOn(
  { chain, session }: SentSession,
  { address }: PrivateKeyAccount,
): Promise<Hex> {
  const leaf = await chain.sign(
    {
      delegate: address,
      delegator: chain.redeemer.address,
      authority: delegationHash(session),
      caveats: [],
      salt: 1n,
    },
    chain.redeemer,
  )
  return chainContext(leaf, session)
}
