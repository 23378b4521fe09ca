// Signing in: texts of @talismn/siws and of ours, signed by keys of both sides, are verified by
// both.
import { isSameAddress } from '../../packages/protocol/src/address.ts'
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  polkadotDevnetId,
  polkadotRelayId,
  spelledFor,
} from '../../packages/protocol/src/chains/polkadotNetworks.ts'
import { formatSignIn } from '../../packages/protocol/src/signIn/formatSignIn.ts'
import { parseSignIn } from '../../packages/protocol/src/signIn/parseSignIn.ts'
import { verifySignature } from '../../packages/kit/src/domains/siwx/server/verify/verifySignature.ts'
import { verifySignIn } from '../../packages/kit/src/domains/siwx/server/verifySignIn.ts'

const types = ['sr25519', 'ed25519', 'ecdsa']
const networks = [polkadotAssetHubId, kusamaAssetHubId, polkadotRelayId, polkadotDevnetId]
const count = 400
/** The only version that siws knows. CAIP-122 has `1`. */
const versions = ['Version: 1.0.0', 'Version: 1']

function valuesOf(random) {
  const day = 86_400_000
  const at = (time) => new Date(time).toISOString()
  const now = Date.now() - random.below(30) * 60_000
  return {
    domain: random.pick(['shop.example', 'localhost:3000', 'a.b.example']),
    nonce: Buffer.from(random.bytes(8)).toString('hex'),
    issuedAt: at(now),
    ...(random.below(2) && {
      statement: random.pick([
        'I accept the terms: https://a.example/t',
        'Hello',
        "It's mine, isn't it?",
      ]),
    }),
    ...(random.below(2) && { expirationTime: at(now + day) }),
    ...(random.below(2) && { notBefore: at(now - day) }),
    ...(random.below(2) && { requestId: random.pick(['some_id', '7']) }),
    ...(random.below(2) && {
      resources: [
        'https://shop.example/claim.json',
        'ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu',
      ].slice(random.below(2)),
    }),
  }
}

/** The same values for siws, which has times in milliseconds. */
function theirMessage({ SiwsMessage }, message) {
  const {
    chainId,
    accountAddress,
    issuedAt,
    expirationTime,
    notBefore,
    version: _,
    ...rest
  } = message
  const time = (text) => text && Date.parse(text)
  return new SiwsMessage({
    ...rest,
    address: accountAddress,
    chainName: 'Polkadot',
    chainId: chainId.slice('polkadot:'.length),
    issuedAt: time(issuedAt),
    expirationTime: time(expirationTime),
    notBefore: time(notBefore),
  })
}

/** Texts of siws, as extensions sign them (between `<Bytes>`), and as they stand. */
async function compareTheirs({ tally, random, pair, type }, { chainId, accountAddress }, theirs) {
  const other = random.pick([theirs.prepareMessage(), theirs.prepareJson()])
  for (const signed of [`<Bytes>${other}</Bytes>`, other])
    for (const withType of [true, false]) {
      const signature = hex(pair.sign(signed, { withType }))
      const claim = { chainId, address: accountAddress, message: other, signature }
      tally.check(`texts of siws, ${type}, verified by us`, await verifySignature(claim, {}), {
        withType,
      })
      tally.check(
        'changed texts of siws, refused',
        !(await verifySignature({ ...claim, message: `${other} ` }, {})),
      )
    }
}

/** Our texts, by their verifiers, and by our server from a key of theirs. */
async function compareOurs({ tally, random, siws, crypto, pair, type, stranger }, message, text) {
  const signature = hex(pair.sign(`<Bytes>${text}</Bytes>`, { withType: random.below(2) === 1 }))
  tally.check(
    'our texts, verified by their crypto',
    crypto.signatureVerify(text, signature, message.accountAddress).isValid,
  )
  const read = await verifySignIn(
    { message: text, signature },
    { domain: message.domain, nonce: message.nonce },
  ).catch(({ code }) => code)
  tally.same(`our texts, ${type}, verified by our server`, read, message)
  // verifySIWS refuses a version that it does not know, so its parser gets the one that it has
  const renamed = text.replace(...versions.toReversed())
  const own = hex(pair.sign(renamed))
  const verified = await siws
    .verifySIWS(renamed, own, message.accountAddress)
    .then(({ address }) => address, String)
  tally.same(
    'our texts with their version, verified by verifySIWS',
    verified,
    message.accountAddress,
  )
  const again = new siws.SiwsMessage(renamed)
  tally.check(
    'our texts with their version, verified by SiwsMessage',
    (await again.verify({ signature: own })).success,
  )
  tally.check(
    'another key, refused by both',
    !(
      await new siws.SiwsMessage(renamed.replace(message.accountAddress, stranger)).verify({
        signature: own,
      })
    ).success,
  )
  tally.same('our texts read by both', parseSignIn(text).nonce, again.nonce)
  tally.check(
    'the version of siws, refused by CAIP-122',
    await verifySignIn({ message: renamed, signature: own }, { domain: message.domain }).then(
      () => false,
      ({ code }) => code === 'messageInvalid',
    ),
  )
  tally.check(
    'the version of CAIP-122, refused by siws',
    await siws.verifySIWS(text, signature, message.accountAddress).then(
      () => false,
      () => true,
    ),
  )
}

const hex = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`

export async function run({ load, tally, random }) {
  const siws = await load('@talismn/siws')
  const { Keyring } = await load('@polkadot/keyring')
  const crypto = await load('@polkadot/util-crypto')
  await crypto.cryptoWaitReady()
  for (let each = 0; each < count; each += 1) {
    const type = random.pick(types)
    const chainId = random.pick(networks)
    const pair = new Keyring({ type }).addFromSeed(random.bytes(32))
    const values = valuesOf(random)
    const scheme = values.domain.startsWith('localhost') ? 'http' : 'https'
    const message = {
      ...values,
      uri: `${scheme}://${values.domain}/login`,
      version: '1',
      chainId,
      accountAddress: spelledFor(chainId, pair.address),
    }
    const text = formatSignIn(message)
    const theirs = theirMessage(siws, message)
    // CAIP-122 keeps the second empty line where there is no statement
    tally.same(
      'texts that differ in version and empty line alone',
      text.replace('\n\n\n', '\n\n'),
      theirs.prepareMessage().replace(...versions),
    )
    tally.check(
      'addresses compared alike',
      isSameAddress(message.accountAddress, pair.address) &&
        siws.Address.fromSs58(message.accountAddress).isEqual(siws.Address.fromSs58(pair.address)),
    )

    const stranger = new Keyring({ type }).addFromSeed(random.bytes(32)).address
    const tools = { tally, random, siws, crypto, pair, type, stranger }
    await compareTheirs(tools, message, theirs)
    await compareOurs(tools, message, text)
  }
}
