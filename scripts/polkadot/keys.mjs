// Keys and addresses: @polkadot/keyring and @polkadot/util-crypto derive, sign, verify, write and
// read the same.
import { toHex } from '../../packages/protocol/src/hex.ts'
import { fromBase58, toBase58 } from '../../packages/protocol/src/base58.ts'
import { readSs58, writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import {
  polkadotNetworkOf,
  spelledFor,
} from '../../packages/protocol/src/chains/polkadotNetworks.ts'
import { polkadotKeyOf, polkadotPathOf } from '../../packages/protocol/src/chains/polkadotKeys.ts'
import { polkadotSeedOf } from '../../packages/protocol/src/chains/polkadotSeed.ts'

const types = ['sr25519', 'ed25519', 'ecdsa']
const phraseCount = 2000
const pathsOfSeed = 2

/** A path of up to four hard junctions: numbers, texts, and texts that look like bytes. */
function pathOf(random) {
  if (random.below(3) === 0) return polkadotPathOf(random.below(12))
  const junction = () =>
    random.pick([
      () => String(random.big(random.below(20) === 0 ? 80 : 64)),
      () => `00${random.below(1000)}`,
      () =>
        random.pick([
          'Alice',
          'Bob',
          'stash',
          'polkadot',
          '-1',
          '1.5',
          '1e3',
          ' ',
          '0X1f',
          '0x',
          '0xabcd',
        ]),
      () => random.text(random.pick([8, 40, 90])).replaceAll('/', '') || 'a',
    ])()
  return Array.from({ length: random.below(5) }, () => `//${junction()}`).join('')
}

async function compareKeys({ load, tally, random }) {
  const { Keyring } = await load('@polkadot/keyring')
  const crypto = await load('@polkadot/util-crypto')
  const keyrings = Object.fromEntries(
    types.map((type) => [type, new Keyring({ type, ss58Format: 42 })]),
  )
  for (let count = 0; count < phraseCount; count += 1) {
    const phrase = crypto.mnemonicGenerate(random.pick([12, 15, 18, 21, 24]))
    const seed = await polkadotSeedOf(crypto.mnemonicToEntropy(phrase))
    tally.same('seeds of phrases', toHex(seed), toHex(crypto.mnemonicToMiniSecret(phrase)))
    for (let each = 0; each < pathsOfSeed; each += 1) {
      const path = pathOf(random)
      const type = random.pick(types)
      const theirs = attempt(() => keyrings[type].createFromUri(phrase + path, {}, type))
      const ours = attempt(() => polkadotKeyOf(seed, path, type))
      if (!ours || !theirs) {
        // what one tool reads otherwise than another is no path of ours
        tally.check('ambiguous paths, refused', !ours && isAmbiguous(path), { path, type })
        continue
      }
      tally.same('public keys at paths', toHex(ours.publicKey), toHex(theirs.publicKey), {
        path,
        type,
      })
      tally.same('addresses at paths', writeSs58(ours.accountId, 42), theirs.address, {
        path,
        type,
      })
      compareSignatures({ crypto, tally, random, ours, theirs })
      ours.wipe()
    }
  }
}

/** polkadot-js reads bytes from `0x…` and numbers of any size, subkey reads texts. */
const isAmbiguous = (path) =>
  path
    .split('//')
    .some((part) => /^0x(?:[\da-f]{2})*$/i.test(part) || (/^\d+$/.test(part) && part.length > 19))

function compareSignatures({ crypto, tally, random, ours, theirs }) {
  const message = random.bytes(random.below(600))
  const signature = ours.sign(message)
  const verified = crypto.signatureVerify(message, signature, theirs.address)
  tally.check('our signatures verified by them', verified.isValid && verified.crypto === ours.type)
  const typed = Uint8Array.from([
    types.indexOf(ours.type) === 0 ? 1 : ours.type === 'ecdsa' ? 2 : 0,
    ...signature,
  ])
  tally.check(
    'our signatures with the type’s byte',
    crypto.signatureVerify(message, typed, theirs.address).isValid,
  )
  const own = theirs.sign(message)
  if (ours.type !== 'sr25519')
    tally.same('signatures that are determined', toHex(signature), toHex(own), ours.type)
  tally.check(
    'a changed text',
    !crypto.signatureVerify(Uint8Array.from([...message, 1]), signature, theirs.address).isValid,
  )
}

async function compareAddresses({ load, tally, random }) {
  const crypto = await load('@polkadot/util-crypto')
  for (let prefix = 0; prefix <= 16_383; prefix += 1) {
    const key = random.bytes(32)
    const text = writeSs58(key, prefix)
    const theirs = attempt(() => crypto.encodeAddress(key, prefix))
    // two numbers of the registry are reserved, so their addresses belong to no network
    if (prefix === 46 || prefix === 47) tally.check('reserved prefixes', theirs === undefined)
    else {
      tally.same('prefixes written', text, theirs, { prefix })
      tally.same('prefixes read', toHex(readSs58(text)?.key), toHex(crypto.decodeAddress(text)), {
        prefix,
      })
    }
  }
  const defaults = await load('@polkadot/networks')
  for (const { genesisHash, prefix, network } of defaults.allNetworks)
    for (const genesis of genesisHash) {
      const id = `polkadot:${genesis.slice(2, 34)}`
      const known = polkadotNetworkOf(id)
      if (known) {
        tally.same('prefixes of known networks', known.prefix, prefix, network)
        const key = random.bytes(32)
        const [spelled, theirs] = [
          spelledFor(id, writeSs58(key, 42)),
          crypto.encodeAddress(key, prefix),
        ]
        tally.same('addresses spelled for networks', spelled, theirs, network)
      }
    }
}

/** Texts that are nearly addresses. */
function hostileText(random) {
  const text = writeSs58(
    random.bytes(32),
    random.pick([0, 2, 42, random.below(64), random.below(16_384)]),
  )
  const bytes = fromBase58(text)
  return random.pick([
    () => text,
    () =>
      toBase58(
        bytes.map((byte, at) => (at === random.below(bytes.length) ? random.below(256) : byte)),
      ),
    () => toBase58(bytes.slice(0, random.below(bytes.length + 1))),
    () => toBase58(Uint8Array.from([...bytes, ...random.bytes(1 + random.below(3))])),
    () => toBase58(random.bytes(random.below(60))),
    () => toBase58(Uint8Array.from([random.below(256), ...bytes.slice(1)])),
    () => {
      const at = random.below(text.length)
      return (
        text.slice(0, at) + random.pick([...'0OIl1AZaz9 é\n']) + text.slice(at + random.below(2))
      )
    },
    () => text.toLowerCase(),
    () => text.split('').toReversed().join(''),
    () => ` ${text}`,
    () => `${text}\n`,
    () => `0x${toHex(random.bytes(32))}`,
    () => `1${text}`,
    () => random.text(60),
  ])()
}

async function compareHostile({ load, tally, random }) {
  const crypto = await load('@polkadot/util-crypto')
  let accepted = 0
  for (let count = 0; count < 30_000; count += 1) {
    const text = hostileText(random)
    const ours = readSs58(text)
    // it takes keys in hex and accounts of other lengths too; ours are addresses of 32 bytes
    const theirs = text.startsWith('0x') ? undefined : attempt(() => crypto.decodeAddress(text))
    const key = theirs?.length === 32 ? toHex(theirs) : undefined
    if (ours) accepted += 1
    const isReserved = ours && (ours.prefix === 46 || ours.prefix === 47)
    // it reads 35 bytes with a prefix of two as an address whose checksum has one byte, which the
    // runtime's own code refuses
    const isShort = key && fromBase58(text).length === 35 && (fromBase58(text)[0] & 0x40) !== 0
    if (isShort) tally.check('short checksums, refused', ours === undefined, text)
    else if (!isReserved) tally.same('hostile addresses', ours && toHex(ours.key), key, text)
  }
  tally.note(`${accepted} of the hostile texts are addresses for both`)
}

function attempt(make) {
  try {
    return make()
  } catch {
    return undefined
  }
}

export async function run(tools) {
  const { cryptoWaitReady } = await tools.load('@polkadot/util-crypto')
  await cryptoWaitReady()
  await compareKeys(tools)
  await compareAddresses(tools)
  await compareHostile(tools)
}
