import { BorderError, type JsonLimits } from '@latchkey/protocol/border'

/** The kind of a value, known from its first byte. A scalar is a text, a number, true or false. */
export type JsonKind = 'object' | 'list' | 'scalar'

/** Options that limit and transform values while they are read. */
export type JsonShaping = {
  /** Names of members to read; others are skipped and never built. @default all */
  members?: ReadonlySet<string>
  /**
   * Whether the outermost value has to be an object: anything else ends the reading at its first
   * byte. @default false
   */
  isObject?: boolean
  /**
   * The kinds of the outermost object's members; each may also be null. Another kind ends the
   * reading at its first byte. @default anything
   */
  kinds?: ReadonlyMap<string, JsonKind>
  /**
   * The same for members of inner objects, by the name of the member that holds the object
   * (`JsonPlace`). It applies to members that are read. @default anything
   */
  kindsIn?: ReadonlyMap<string, ReadonlyMap<string, JsonKind>>
  /**
   * Names of members whose values are skipped, but that are present with the value undefined.
   * @default none
   */
  noted?: ReadonlySet<string>
  /**
   * Whether whole numbers beyond those that a JavaScript number holds exactly become bigints, so
   * that no digit is lost. @default false
   */
  wideIntegers?: boolean
  /**
   * Names of lists that may hold objects only: anything else in them ends the reading. @default
   * none
   */
  objectLists?: ReadonlySet<string>
  /** Names of lists that may hold no objects and no lists. @default none */
  scalarLists?: ReadonlySet<string>
  /**
   * Is called with every object that is read, when it ends, the inner before the outer. The result
   * replaces the object. An error that it throws ends the reading, before later bytes are read.
   */
  reduce?: (value: Readonly<Record<string, unknown>>, place: JsonPlace) => unknown
}

/** The position of an object. */
export type JsonPlace = {
  /** 1 for the outermost. */
  depth: number
  /** The member that holds it, or the list that it is an item of; empty for the outermost. */
  name: string
  /**
   * The position of its first byte, and the one after its last, counted from the beginning of the
   * text.
   */
  start: number
  end: number
}

/** Reads JSON piece by piece. */
export type JsonReader = {
  push(bytes: Buffer): void
  /** The value. @throws BorderError when it is incomplete */
  end(): unknown
}

type Holder = {
  list: unknown[] | undefined
  object: Record<string, unknown> | undefined
  isList: boolean
  name: string
  key: string
  start: number
}
type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next' | 'nothing'
type Token = 'none' | 'text' | 'word'

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
/** `n`: no other literal begins with it. */
const beginOfNull = 110
/** Characters of a number, true, false or null. */
const longestWord = 128
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const whole = /^-?\d+$/
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/**
 * Reads JSON as `JSON.parse` does, but piece by piece, within limits, and without unwanted members.
 * A member `__proto__` is left out.
 */
export function createJsonReader(
  { depth: deepest, values: max }: JsonLimits,
  {
    members,
    noted,
    isObject: isRootObject = false,
    kinds,
    kindsIn,
    objectLists,
    scalarLists,
    wideIntegers = false,
    reduce,
  }: JsonShaping,
): JsonReader {
  const holders: Holder[] = []
  let expected: Expected = 'value'
  let token: Token = 'none'
  /** Earlier pieces of an unfinished text or word. */
  let begun: Buffer[] = []
  let isEscaping = false
  let hasEscapes = false
  let values = 0
  /** Bytes before this piece. */
  let before = 0
  let root: unknown

  const fail = (): never => {
    throw new BorderError('syntax', 'No JSON')
  }

  /** Whether a value that begins here is built. */
  function isRetained(): boolean {
    const holder = holders.at(-1)
    if (!holder) return true
    if (holder.isList) return holder.list !== undefined
    return (
      holder.object !== undefined &&
      holder.key !== '__proto__' &&
      (!members || members.has(holder.key))
    )
  }

  function count(found: JsonKind | 'null'): void {
    if (expected !== 'value' && expected !== 'firstItem') fail()
    const holder = holders.at(-1)
    if (found !== 'object' && !holder && isRootObject)
      throw new BorderError('shape', 'Something else than an object')
    if (found !== 'object' && holder?.list && objectLists?.has(holder.name))
      throw new BorderError('shape', `Something else than an object in ${holder.name}`)
    if ((found === 'object' || found === 'list') && holder?.list && scalarLists?.has(holder.name))
      throw new BorderError('shape', `More than a text or a number in ${holder.name}`)
    const kind =
      holder?.object && (holders.length === 1 ? kinds : kindsIn?.get(holder.name))?.get(holder.key)
    if (kind && found !== 'null' && found !== kind)
      throw new BorderError(
        'shape',
        `Something else than ${kind === 'object' ? 'an' : 'a'} ${kind} in ${holder?.key}`,
      )
    if ((values += 1) > max) throw new BorderError('values', `More than ${max} values`)
  }

  function put(value: unknown): void {
    const holder = holders.at(-1)
    expected = holder ? 'next' : 'nothing'
    if (!holder) root = value
    else if (!isRetained()) noteIn(holder)
    else if (holder.list) holder.list.push(value)
    else if (holder.object) holder.object[holder.key] = value
  }

  function noteIn(holder: Holder): void {
    if (holder.object && noted?.has(holder.key)) holder.object[holder.key] = undefined
  }

  function open(isList: boolean, start: number): void {
    count(isList ? 'list' : 'object')
    if (holders.length >= deepest) throw new BorderError('depth', `Nested deeper than ${deepest}`)
    const holder = holders.at(-1)
    const retained = isRetained()
    const name = holder === undefined ? '' : holder.isList ? holder.name : holder.key
    holders.push({
      list: retained && isList ? [] : undefined,
      object: retained && !isList ? {} : undefined,
      isList,
      name,
      key: '',
      start,
    })
    expected = isList ? 'firstItem' : 'firstKey'
  }

  function close(isList: boolean, end: number): void {
    const holder = holders.at(-1)
    const canClose = expected === 'next' || expected === (isList ? 'firstItem' : 'firstKey')
    if (!holder || holder.isList !== isList || !canClose) return fail()
    const depth = holders.length
    holders.pop()
    if (holder.object)
      put(
        reduce
          ? reduce(holder.object, { depth, name: holder.name, start: holder.start, end })
          : holder.object,
      )
    else put(holder.list)
  }

  function goOn(): void {
    const holder = holders.at(-1)
    if (!holder || expected !== 'next') return fail()
    expected = holder.isList ? 'value' : 'key'
  }

  function endText(bytes: Buffer): void {
    const isKey = expected === 'firstKey' || expected === 'key'
    const holder = holders.at(-1)
    const isWanted = isKey ? holder?.object !== undefined : isRetained()
    const text = isWanted
      ? textOf(begun.length > 0 ? Buffer.concat([...begun, bytes]) : bytes, hasEscapes)
      : ''
    begun = []
    hasEscapes = false
    token = 'none'
    if (!isKey) return put(text)
    if (holder) holder.key = text
    expected = 'colon'
  }

  function endWord(bytes: Buffer): void {
    const text = (begun.length > 0 ? Buffer.concat([...begun, bytes]) : bytes).toString('latin1')
    begun = []
    token = 'none'
    if (Object.hasOwn(words, text)) put(words[text])
    else if (number.test(text))
      put(
        wideIntegers && whole.test(text) && !Number.isSafeInteger(Number(text))
          ? BigInt(text)
          : Number(text),
      )
    else fail()
  }

  /** @returns the position after the closing quote */
  function readText(bytes: Buffer, start: number): number {
    let index = start
    for (; index < bytes.length; index += 1) {
      const code = bytes[index] ?? 0
      if (isEscaping) isEscaping = false
      else if (code === backslash) isEscaping = hasEscapes = true
      else if (code === quote) {
        endText(bytes.subarray(start, index))
        return index + 1
      } else if (code < 32) fail()
    }
    // an unwanted text takes no memory
    const isKey = expected === 'firstKey' || expected === 'key'
    if (isKey ? holders.at(-1)?.object : isRetained())
      begun.push(Buffer.from(bytes.subarray(start)))
    return index
  }

  function readWord(bytes: Buffer, start: number): number {
    let index = start
    while (index < bytes.length && isOfWord(bytes[index] ?? 0)) index += 1
    if (index - start + begun.reduce((sum, one) => sum + one.length, 0) > longestWord) fail()
    if (index < bytes.length) endWord(bytes.subarray(start, index))
    else begun.push(Buffer.from(bytes.subarray(start)))
    return index
  }

  /** Reads a character outside of texts and words. */
  function read(code: number, place: number): void {
    if (code === comma) goOn()
    else if (code === openObject) open(false, place)
    else if (code === closeObject) close(false, place + 1)
    else if (code === openList) open(true, place)
    else if (code === closeList) close(true, place + 1)
    else if (code === colon && expected === 'colon') expected = 'value'
    else fail()
  }

  function push(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; ) {
      const code = bytes[index] ?? 0
      if (token === 'text') index = readText(bytes, index)
      else if (token === 'word') index = readWord(bytes, index)
      else if (code === quote) {
        if (expected !== 'firstKey' && expected !== 'key') count('scalar')
        token = 'text'
        index += 1
      } else if (isOfWord(code)) {
        count(code === beginOfNull ? 'null' : 'scalar')
        token = 'word'
      } else {
        if (!isSpace(code)) read(code, before + index)
        index += 1
      }
    }
    before += bytes.length
  }

  return {
    push,
    end() {
      if (token === 'word') endWord(Buffer.alloc(0))
      if (expected !== 'nothing' || token !== 'none') fail()
      return root
    },
  }
}

/** Whether a character is a digit, a letter, plus, minus or point. */
function isOfWord(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 69
  )
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function textOf(bytes: Buffer, hasEscapes: boolean): string {
  const text = bytes.toString('utf8')
  if (!hasEscapes) return text
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : ''
  } catch {
    throw new BorderError('syntax', 'No JSON')
  }
}
