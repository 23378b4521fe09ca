// Eras, events and errors, compared with @polkadot/types.
import { toHex } from '../../packages/protocol/src/hex.ts'
import { readEra, writeEra } from '../../packages/kit/src/chains/polkadot/wire/era.ts'
import { errorName, readEvents } from '../../packages/kit/src/chains/polkadot/wire/events.ts'
import { compactOf, littleEndian } from './createBytes.mjs'

const hexOf = (bytes) => `0x${toHex(bytes)}`

function attempt(make) {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** The name of a pallet as @polkadot/types writes it. */
const camel = (text) => text.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, (part) => part.toLowerCase())

/** Compares eras, written and read. */
export function compareEras({ registry, name }, { tally, random }) {
  for (let count = 0; count < 400; count += 1) {
    const current = Number(random.big(32))
    const theirs = registry.createType('ExtrinsicEra', { current, period: 64 })
    tally.same('eras written', hexOf(writeEra(current)), theirs.toHex(), { name, current })
    const period = 2 ** (2 + random.below(15))
    const era = registry.createType('ExtrinsicEra', { current, period })
    const ours = readEra(era.toU8a(), current)
    // read again from its bytes: the phase of the object is not rounded
    const { asMortalEra } = registry.createType('ExtrinsicEra', era.toU8a())
    tally.same(
      'eras read',
      ours,
      { birth: asMortalEra.birth(current), lastHeight: asMortalEra.death(current) - 1 },
      { name, current, period },
    )
  }
}

/** Compares the events of blocks. */
export function compareEvents({ registry, metadata, runtime, name }, { tally, random }, bytes) {
  const pallets = metadata.asLatest.pallets.filter(({ events }) => events.isSome)
  const system = metadata.asLatest.pallets.find((pallet) => pallet.name.toString() === 'System')
  const events = system.storage.unwrap().items.find((item) => item.name.toString() === 'Events')
  const record = registry.lookup.getSiType(events.type.asPlain).def.asSequence.type
  for (let count = 0; count < 150; count += 1) {
    const length = 1 + random.below(5)
    const made = Array.from({ length }, () => [
      ...(bytes.value(record) ?? bytes.value(record) ?? []),
    ]).flat()
    const list = Uint8Array.from([...compactOf(length), ...made])
    const theirs = attempt(() => registry.createType('Vec<EventRecord>', list))
    if (!theirs || hexOf(theirs.toU8a()) !== hexOf(list)) {
      tally.check('events that @polkadot/types writes otherwise', true)
      continue
    }
    tally.same(
      'lists of events read',
      readEvents(runtime, hexOf(list))?.map(({ extrinsic, pallet, name: event }) => [
        extrinsic,
        pallet,
        event,
      ]),
      theirs.map(({ phase, event }) => [
        phase.isApplyExtrinsic ? phase.asApplyExtrinsic.toNumber() : undefined,
        pallets.find(({ index }) => index.toNumber() === event.index[0]).name.toString(),
        event.method,
      ]),
      name,
    )
  }
}

/** The error in an event, by the metadata: the names that @polkadot/types knows are older. */
function nameOfError(registry, dispatch, error) {
  const kinds = registry.lookup.getSiType(dispatch).def.asVariant.variants
  const kind = kinds.find((variant) => variant.index.toNumber() === error[0])
  if (kind.name.toString() === 'Module') {
    const [index, code] = [registry.createType('u8', error[1]), error.slice(2, 6)]
    const { section, name } = registry.findMetaError({ index, error: code })
    return `${section}.${name}`
  }
  const [detail] = kind.fields
  const details = detail && registry.lookup.getSiType(detail.type).def
  const inner =
    details?.isVariant &&
    details.asVariant.variants.find((each) => each.index.toNumber() === error[1])
  return [kind.name, inner?.name].filter(Boolean).join('.')
}

/** Compares all errors of all pallets, and the runtime's own. */
export function compareErrors({ registry, metadata, runtime, name }, { tally }, bytes) {
  const { pallets } = metadata.asLatest
  const failed = pallets.find((pallet) => pallet.name.toString() === 'System')
  const variants = registry.lookup.getSiType(failed.events.unwrap().type).def.asVariant.variants
  const { fields, index } = variants.find(
    (variant) => variant.name.toString() === 'ExtrinsicFailed',
  )
  const dispatch = fields[0].type
  const info = bytes.value(fields[1].type)
  const compareError = (error) => {
    const event = Uint8Array.from([
      4,
      0,
      ...littleEndian(3, 4),
      failed.index.toNumber(),
      index.toNumber(),
      ...error,
      ...info,
      0,
    ])
    const read = readEvents(runtime, hexOf(event))
    const ours = read && errorName(read[0].parameters.dispatch_error)
    const [pallet, ...rest] = ours?.split('.') ?? []
    const same = error[0] === 3 ? ours && [camel(pallet), ...rest].join('.') : ours
    tally.same('errors named', same, nameOfError(registry, dispatch, error), {
      name,
      error: hexOf(error),
    })
  }
  for (const pallet of metadata.asLatest.pallets.filter(({ errors }) => errors.isSome))
    for (const variant of registry.lookup.getSiType(pallet.errors.unwrap().type).def.asVariant
      .variants)
      compareError(Uint8Array.from([3, pallet.index.toNumber(), variant.index.toNumber(), 0, 0, 0]))
  for (let count = 0; count < 60; count += 1) {
    const error = bytes.value(dispatch)
    if (error[0] !== 3) compareError(error)
  }
}
