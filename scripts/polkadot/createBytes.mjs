/** A number in SCALE's compact form. */
export function compactOf(value) {
  const number = BigInt(value)
  if (number < 64n) return Uint8Array.of(Number(number << 2n))
  if (number < 2n ** 14n) return littleEndian((number << 2n) | 1n, 2)
  if (number < 2n ** 30n) return littleEndian((number << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(number.toString(16).length / 2))
  return Uint8Array.of(((length - 4) << 2) | 3, ...littleEndian(number, length))
}

/** A number in so many bytes. */
export const littleEndian = (value, length) =>
  Uint8Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n))

const tooDeep = new RangeError('The value is too deep')
const isBits = (name) => name.replace(/\D/g, '')

/** The numbers of the pallets that have errors, and of their errors: there are no others. */
const errorsOf = (registry) =>
  registry.metadata.pallets
    .filter((pallet) => pallet.errors.isSome)
    .flatMap((pallet) =>
      registry.lookup
        .getSiType(pallet.errors.unwrap().type)
        .def.asVariant.variants.map((each) => [pallet.index.toNumber(), each.index.toNumber()]),
    )

/** The bytes of a primitive value. */
function primitive(random, name) {
  if (name === 'Bool') return Uint8Array.of(random.below(2))
  if (name === 'Str') {
    const text = new TextEncoder().encode(random.text(12))
    return Uint8Array.from([...compactOf(text.length), ...text])
  }
  if (name === 'Char') return littleEndian(random.pick([65, 0x416, 0x1f600]), 4)
  const bits = Number(isBits(name))
  return littleEndian(random.big(bits), bits / 8)
}

/** The number of bits of the number in a compact type, which may have names around it. */
function bitsOf(registry, id) {
  const { def } = registry.lookup.getSiType(id)
  if (def.isPrimitive) return Number(isBits(def.asPrimitive.toString()))
  const [field] = def.isTuple ? def.asTuple : def.asComposite.fields.map(({ type }) => type)
  return field === undefined ? 1 : bitsOf(registry, field)
}

/**
 * Makes functions that generate the bytes of any type of a runtime, from the types alone: neither
 * our codecs nor those of @polkadot/types take part.
 */
export function createBytes(registry, random) {
  const errors = errorsOf(registry)
  const typeOf = (id) => registry.lookup.getSiType(id)
  const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]))
  const lengthOf = (depth) => (depth > 7 ? 0 : random.below(depth > 3 ? 2 : 4))
  /** How many parts the value may still have: types that contain themselves would never end. */
  let left = 0

  function bytesOf(id, depth = 0) {
    left -= 1
    if (depth > 16 || left < 0) throw tooDeep
    const { def, path } = typeOf(id)
    const name = path.at(-1)?.toString()
    const inner = (each) => bytesOf(each, depth + 1)
    if (name === 'ModuleError') return Uint8Array.from([...random.pick(errors), 0, 0, 0])
    if (def.isPrimitive) return primitive(random, def.asPrimitive.toString())
    if (def.isCompact) return compactOf(random.big(bitsOf(registry, def.asCompact.type)))
    if (def.isArray) {
      const { len, type } = def.asArray
      return join(Array.from({ length: len.toNumber() }, () => inner(type)))
    }
    if (def.isTuple) return join(def.asTuple.map(inner))
    if (def.isComposite) {
      // maps and sets have an order, which one entry always has
      if (name === 'BTreeMap' || name === 'BTreeSet') return mapOf(def.asComposite, depth)
      return join(def.asComposite.fields.map(({ type }) => inner(type)))
    }
    if (def.isSequence) {
      const length = lengthOf(depth)
      return join([compactOf(length), ...Array.from({ length }, () => inner(def.asSequence.type))])
    }
    if (def.isVariant) {
      // @polkadot/types reads a byte for an account's number, which these runtimes do not have
      const variants = def.asVariant.variants.filter(
        (each) => name !== 'MultiAddress' || each.name.toString() !== 'Index',
      )
      return variantOf(variants, depth)
    }
    if (def.isBitSequence) {
      const length = random.below(20)
      const bits = random.big(40) & ((1n << BigInt(length)) - 1n)
      return join([compactOf(length), littleEndian(bits, Math.ceil(length / 8))])
    }
    throw new TypeError(`The type ${def.type} is not known`)
  }

  function mapOf({ fields: [field] }, depth) {
    const { type } = typeOf(field.type).def.asSequence
    return random.below(2) === 0 ? Uint8Array.of(0) : join([compactOf(1), bytesOf(type, depth + 1)])
  }

  function variantOf(variants, depth) {
    if (variants.length === 0) throw tooDeep
    const plain = variants.filter(({ fields }) => fields.length === 0)
    const { index, fields } = random.pick(depth > 5 && plain.length > 0 ? plain : [...variants])
    return join([[index.toNumber()], ...fields.map(({ type }) => bytesOf(type, depth + 1))])
  }

  /**
   * The bytes of a value. Values that would be too deep are made again. Undefined for a type that
   * has no value of this size.
   */
  function make(id, then = (each) => bytesOf(each)) {
    for (let tries = 0; tries < 50; tries += 1) {
      left = 2_000
      try {
        return then(id)
      } catch (error) {
        if (error !== tooDeep) throw error
      }
    }
    return undefined
  }
  return {
    /** The bytes of a value of a type, by the type's number. */
    value: (id) => make(id),
    /** The bytes of one variant of a type, such as one call of a pallet. */
    variant: (variant) => make(variant, (each) => variantOf([each], 0)),
  }
}
