import { polkadotKeyOf } from '../../packages/protocol/src/chains/polkadotKeys.ts'
import { genericPrefix, writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import { dot, newAddress } from './libraries.mjs'

/**
 * Signatures of ecdsa end with a number for recovery. @polkadot-labs/hdkd-helpers 0.0.30 writes it
 * behind the end of the bytes, so that it is always 0: half of its signatures are refused.
 */
export async function compareEcdsa({ load, tally, random, chain, libraries }) {
  const { papi } = libraries
  const { ecdsaCreateDerive } = await load('@polkadot-labs/hdkd')
  const { getPolkadotSigner } = await load('polkadot-api/signer')
  const seed = random.bytes(32)
  const theirs = ecdsaCreateDerive(seed)('')
  const ours = polkadotKeyOf(seed, '', 'ecdsa')
  tally.same(
    'ecdsa: public keys of hdkd',
    Buffer.from(theirs.publicKey).toString('hex'),
    Buffer.from(ours.publicKey).toString('hex'),
  )
  const counts = { accepted: 0, refused: 0 }
  for (let each = 0; each < 400; each += 1) {
    const message = random.bytes(100)
    const [right, given] = [ours.sign(message), theirs.sign(message)]
    const isSame = Buffer.from(right).equals(Buffer.from(given))
    tally.check(
      'ecdsa: hdkd differs where the number for recovery is not 0, and nowhere else',
      isSame === (right[64] === 0) && given[64] === 0,
    )
    counts[isSame ? 'accepted' : 'refused'] += 1
  }
  tally.note(
    `ecdsa: ${counts.refused} of 400 signatures of @polkadot-labs/hdkd have a wrong number for recovery`,
  )
  // and the chain says so
  const address = writeSs58(ours.accountId, genericPrefix)
  await chain.fund(address, 50n * dot)
  const answers = { right: 0, refused: 0 }
  for (let each = 0; each < 8; each += 1) {
    let last
    const sign = (key) => (bytes) => {
      const signature = key.sign(bytes)
      last = ours.sign(bytes)[64]
      return signature
    }
    const pay = (key) =>
      papi.tx.Balances.transfer_keep_alive({
        dest: { type: 'Id', value: newAddress(random) },
        value: dot,
      })
        .signAndSubmit(getPolkadotSigner(ours.accountId, 'Ecdsa', sign(key)))
        .then(
          ({ ok }) => (ok ? 'ok' : 'failed'),
          (error) =>
            /BadProof|bad signature/i.test(JSON.stringify(error.error ?? {}) + error.message)
              ? 'BadProof'
              : error.message,
        )
    const answer = await pay(theirs)
    tally.same(
      'ecdsa: the chain refuses those of hdkd, and only those',
      answer,
      last === 0 ? 'ok' : 'BadProof',
    )
    answers[answer === 'ok' ? 'right' : 'refused'] += 1
    tally.same('ecdsa: the chain accepts all of ours', await pay(ours), 'ok')
  }
  tally.note(
    `ecdsa: the chain has accepted ${answers.right} transactions that hdkd signed, and refused ${answers.refused}`,
  )
}
