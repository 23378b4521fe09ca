import { BorderError, type JsonLimits } from '@latchkey/protocol/border'

/**
 * The kind of a value, which its first byte tells. A scalar is a string, a number, true or false.
 */
export type JsonKind = 'object' | 'list' | 'scalar'

/** What is read, and what becomes of it. */
export type JsonShaping = {
  /** The names of the members that are read. Other members are skipped. @default all */
  members?: ReadonlySet<string>
  /**
   * Whether the outermost value has to be an object. Another value ends the reading at its first
   * byte. @default false
   */
  isObject?: boolean
  /**
   * The kinds of the outermost object's members; each may also be null. A value of another kind
   * ends the reading at its first byte. @default anything
   */
  kinds?: ReadonlyMap<string, JsonKind>
  /**
   * The kinds of the members of inner objects. The key is the name of the member that contains the
   * object (`JsonPlace`). Members that are skipped may have any kind. @default anything
   */
  kindsIn?: ReadonlyMap<string, ReadonlyMap<string, JsonKind>>
  /**
   * The names of members whose values are skipped. The member is then in the result with the value
   * undefined. @default none
   */
  noted?: ReadonlySet<string>
  /**
   * Whether a whole number that is too large for an exact JavaScript number becomes a bigint, so
   * that no digit is lost. @default false
   */
  wideIntegers?: boolean
  /**
   * The names of lists that may contain only objects. Another value in them ends the reading.
   * @default none
   */
  objectLists?: ReadonlySet<string>
  /** The names of lists that may contain no objects and no lists. @default none */
  scalarLists?: ReadonlySet<string>
  /**
   * Called with every object that is read, when it ends; an inner object comes before the outer.
   * The result replaces the object. If it throws an error, no further byte is read.
   */
  reduce?: (value: Readonly<Record<string, unknown>>, place: JsonPlace) => unknown
}

/** Where an object stands in the text. */
export type JsonPlace = {
  /** Its depth; the outermost object has 1. */
  depth: number
  /**
   * The name of the member that contains it, directly or in a list; empty for the outermost object.
   */
  name: string
  /**
   * The position of its first byte, and the position after its last byte, from the start of the
   * text.
   */
  start: number
  end: number
}

/** Reads JSON piece by piece. */
export type JsonReader = {
  push(bytes: Buffer): void
  /** Returns the value. @throws BorderError if it is incomplete */
  end(): unknown
}

/**
 * An object or a list that has begun. What holds for its values is looked up once. It is used again
 * for the next one at the same depth.
 */
type Holder = {
  /** Both are undefined if the holder is skipped. */
  list: unknown[] | undefined
  object: Record<string, unknown> | undefined
  isList: boolean
  name: string
  /** The name of the current member. */
  key: string
  start: number
  /** Whether the current value goes into the result. */
  isRetained: boolean
  /** Whether the list may contain only objects, and whether it may contain none. */
  onlyObjects: boolean
  onlyScalars: boolean
  /** The kinds of the object's members, and of the current member. */
  kinds: ReadonlyMap<string, JsonKind> | undefined
  kind: JsonKind | undefined
}
const newHolder = (): Holder => ({
  list: undefined,
  object: undefined,
  isList: false,
  name: '',
  key: '',
  start: 0,
  isRetained: false,
  onlyObjects: false,
  onlyScalars: false,
  kinds: undefined,
  kind: undefined,
})
type Expected = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next' | 'nothing'
type Token = 'none' | 'text' | 'word'

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
/** The byte of `n`, with which only the literal `null` begins. */
const beginOfNull = 110
/** The maximum length of a number, true, false or null, in characters. */
const longestWord = 128
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const whole = /^-?\d+$/
/** Keys of at most this length are remembered, so that a repeated key is not decoded again. */
const longestKey = 32
/** The number of places for remembered keys. */
const keyPlaces = 64
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

function fail(): never {
  throw new BorderError('syntax', 'No JSON')
}

class Reader implements JsonReader {
  readonly #limits: JsonLimits
  readonly #shaping: JsonShaping
  /** A holder for each depth so far. */
  readonly #holders: Holder[] = []
  #depth = 0
  /** The innermost holder. */
  #top: Holder | undefined
  readonly #keys: string[] = []
  #expected: Expected = 'value'
  #token: Token = 'none'
  /** The earlier pieces of a string or word that is not complete yet. */
  #begun: Buffer[] = []
  #isEscaping = false
  #hasEscapes = false
  /** Whether the string has characters that are not ASCII. */
  #isWide = false
  #values = 0
  /** The number of bytes before the current piece. */
  #before = 0
  #root: unknown

  constructor(limits: JsonLimits, shaping: JsonShaping) {
    this.#limits = limits
    this.#shaping = shaping
  }

  push(bytes: Buffer): void {
    for (let index = 0; index < bytes.length; ) {
      const code = bytes[index] ?? 0
      if (this.#token === 'text') index = this.#readText(bytes, index)
      else if (this.#token === 'word') index = this.#readWord(bytes, index)
      else if (code === quote) {
        if (this.#expected !== 'firstKey' && this.#expected !== 'key') this.#count('scalar')
        this.#token = 'text'
        index += 1
      } else if (isOfWord(code)) {
        this.#count(code === beginOfNull ? 'null' : 'scalar')
        this.#token = 'word'
      } else {
        if (!isSpace(code)) this.#read(code, this.#before + index)
        index += 1
      }
    }
    this.#before += bytes.length
  }

  end(): unknown {
    if (this.#token === 'word') this.#endWord(Buffer.alloc(0))
    if (this.#expected !== 'nothing' || this.#token !== 'none') fail()
    return this.#root
  }

  /** Counts a value that begins, and checks whether it may stand here. */
  #count(found: JsonKind | 'null'): void {
    if (this.#expected !== 'value' && this.#expected !== 'firstItem') fail()
    const holder = this.#top
    if (found !== 'object' && (holder ? holder.onlyObjects : this.#shaping.isObject))
      throw new BorderError(
        'shape',
        `Something else than an object${holder ? ` in ${holder.name}` : ''}`,
      )
    if (holder?.onlyScalars && (found === 'object' || found === 'list'))
      throw new BorderError('shape', `More than a text or a number in ${holder.name}`)
    const kind = holder?.kind
    if (kind && found !== 'null' && found !== kind)
      throw new BorderError(
        'shape',
        `Something else than ${kind === 'object' ? 'an' : 'a'} ${kind} in ${holder.key}`,
      )
    if ((this.#values += 1) > this.#limits.values)
      throw new BorderError('values', `More than ${this.#limits.values} values`)
  }

  #put(value: unknown): void {
    const holder = this.#top
    this.#expected = holder ? 'next' : 'nothing'
    if (!holder) this.#root = value
    else if (!holder.isRetained) this.#noteIn(holder)
    else if (holder.list) holder.list.push(value)
    else if (holder.object) holder.object[holder.key] = value
  }

  #noteIn(holder: Holder): void {
    if (holder.object && this.#shaping.noted?.has(holder.key)) holder.object[holder.key] = undefined
  }

  #open(isList: boolean, start: number): void {
    this.#count(isList ? 'list' : 'object')
    if (this.#depth >= this.#limits.depth)
      throw new BorderError('depth', `Nested deeper than ${this.#limits.depth}`)
    const holder = this.#top
    const { kinds, kindsIn, objectLists, scalarLists } = this.#shaping
    const isRetained = holder ? holder.isRetained : true
    const name = holder === undefined ? '' : holder.isList ? holder.name : holder.key
    const opened = (this.#holders[this.#depth] ??= newHolder())
    opened.list = isRetained && isList ? [] : undefined
    opened.object = isRetained && !isList ? {} : undefined
    opened.isList = isList
    opened.name = name
    opened.key = ''
    opened.start = start
    opened.isRetained = isRetained && isList // an object's members tell it one by one
    opened.onlyObjects = isRetained && isList && objectLists?.has(name) === true
    opened.onlyScalars = isRetained && isList && scalarLists?.has(name) === true
    opened.kinds = isList ? undefined : holder ? kindsIn?.get(name) : kinds
    opened.kind = undefined
    this.#depth += 1
    this.#top = opened
    this.#expected = isList ? 'firstItem' : 'firstKey'
  }

  #close(isList: boolean, end: number): void {
    const holder = this.#top
    const canClose =
      this.#expected === 'next' || this.#expected === (isList ? 'firstItem' : 'firstKey')
    if (!holder || holder.isList !== isList || !canClose) return fail()
    const depth = this.#depth
    this.#depth -= 1
    this.#top = this.#holders[depth - 2]
    const { name, start, object, list } = holder
    const { reduce } = this.#shaping
    holder.object = holder.list = undefined // a value that is not retained may be large
    if (object) this.#put(reduce ? reduce(object, { depth, name, start, end }) : object)
    else this.#put(list)
  }

  #goOn(): void {
    const holder = this.#top
    if (!holder || this.#expected !== 'next') return fail()
    this.#expected = holder.isList ? 'value' : 'key'
  }

  /** Whether the string that is being read, a key or a value, is needed. */
  #isWanted(): boolean {
    const holder = this.#top
    if (!holder) return true
    return this.#isKey() ? holder.object !== undefined : holder.isRetained
  }

  #isKey(): boolean {
    return this.#expected === 'firstKey' || this.#expected === 'key'
  }

  /** @param bytes the piece in which the string ends; its part is from `start` to `end` */
  #endText(bytes: Buffer, start: number, end: number): void {
    const isKey = this.#isKey()
    const text = this.#isWanted() ? this.#textIn(bytes, start, end, isKey) : ''
    this.#hasEscapes = this.#isWide = false
    this.#token = 'none'
    if (isKey) this.#beginMember(text)
    else this.#put(text)
  }

  #textIn(bytes: Buffer, start: number, end: number, isKey: boolean): string {
    if (this.#begun.length > 0) {
      const whole = Buffer.concat([...this.#begun, bytes.subarray(start, end)])
      this.#begun = []
      return textOf(whole.toString(), this.#hasEscapes)
    }
    if (this.#isWide || this.#hasEscapes)
      return textOf(bytes.toString('utf8', start, end), this.#hasEscapes)
    return isKey ? this.#keyIn(bytes, start, end) : bytes.toString('latin1', start, end)
  }

  /** Reads a key of ASCII characters. The same keys come again and again. */
  #keyIn(bytes: Buffer, start: number, end: number): string {
    const length = end - start
    if (length === 0 || length > longestKey) return bytes.toString('latin1', start, end)
    const place = (length * 31 + (bytes[start] ?? 0) * 7 + (bytes[end - 1] ?? 0)) % keyPlaces
    const known = this.#keys[place]
    if (known !== undefined && isAt(bytes, start, length, known)) return known
    return (this.#keys[place] = bytes.toString('latin1', start, end))
  }

  #beginMember(key: string): void {
    this.#expected = 'colon'
    const holder = this.#top
    if (!holder) return
    const { members } = this.#shaping
    holder.key = key
    holder.isRetained =
      holder.object !== undefined && key !== '__proto__' && (!members || members.has(key))
    holder.kind = holder.object && holder.kinds?.get(key)
  }

  #endWord(bytes: Buffer): void {
    const text = (this.#begun.length > 0 ? Buffer.concat([...this.#begun, bytes]) : bytes).toString(
      'latin1',
    )
    this.#begun = []
    this.#token = 'none'
    if (Object.hasOwn(words, text)) this.#put(words[text])
    else if (number.test(text))
      this.#put(
        this.#shaping.wideIntegers && whole.test(text) && !Number.isSafeInteger(Number(text))
          ? BigInt(text)
          : Number(text),
      )
    else fail()
  }

  /** Reads a string or its continuation. @returns the position after the closing quote */
  #readText(bytes: Buffer, start: number): number {
    let index = start
    for (; index < bytes.length; index += 1) {
      const code = bytes[index] ?? 0
      if (this.#isEscaping) this.#isEscaping = false
      else if (code === quote) {
        this.#endText(bytes, start, index)
        return index + 1
      } else if (code === backslash) this.#isEscaping = this.#hasEscapes = true
      else if (code < 32) fail()
      if (code > 127) this.#isWide = true
    }
    // a string that is not wanted is not stored
    if (this.#isWanted()) this.#begun.push(Buffer.from(bytes.subarray(start)))
    return index
  }

  #readWord(bytes: Buffer, start: number): number {
    let index = start
    while (index < bytes.length && isOfWord(bytes[index] ?? 0)) index += 1
    if (index - start + this.#begun.reduce((sum, one) => sum + one.length, 0) > longestWord) fail()
    if (index < bytes.length) this.#endWord(bytes.subarray(start, index))
    else this.#begun.push(Buffer.from(bytes.subarray(start)))
    return index
  }

  /** Reads a character outside strings and words. */
  #read(code: number, place: number): void {
    if (code === comma) this.#goOn()
    else if (code === openObject) this.#open(false, place)
    else if (code === closeObject) this.#close(false, place + 1)
    else if (code === openList) this.#open(true, place)
    else if (code === closeList) this.#close(true, place + 1)
    else if (code === colon && this.#expected === 'colon') this.#expected = 'value'
    else fail()
  }
}

/**
 * Creates a reader that reads JSON like `JSON.parse`, but piece by piece, within limits, and
 * without unwanted members. A member `__proto__` is left out.
 */
export const createJsonReader = (limits: JsonLimits, shaping: JsonShaping): JsonReader =>
  new Reader(limits, shaping)

/** Whether the bytes from `start` are this text, which has only ASCII characters. */
function isAt(bytes: Buffer, start: number, length: number, text: string): boolean {
  if (text.length !== length) return false
  for (let place = 0; place < length; place += 1)
    if (bytes[start + place] !== text.charCodeAt(place)) return false
  return true
}

/** Whether a character can be part of a number or a literal. */
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

function textOf(text: string, hasEscapes: boolean): string {
  if (!hasEscapes) return text
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : ''
  } catch {
    throw new BorderError('syntax', 'No JSON')
  }
}
