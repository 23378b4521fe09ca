/**
 * Finds invisible characters. There are exceptions, because such a character may be part of an
 * emoji or a word: U+200D makes 👩‍🚀 of 👩 and 🚀, tag characters make 🏴󠁧󠁢󠁥󠁮󠁧󠁿 of 🏴, and
 * U+200C and U+200D shape words in Arabic and in the scripts of India. Source: UTS #51 (emoji
 * sequences), RFC 5892 appendix A (joiners), ENSIP-15 (flags)
 */

/** Letters that look empty: fillers of Hangul and Khmer, the blank of Braille, the CGJ. */
const blank = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0'
/** Variation selectors. They choose how the character before them is drawn. */
const choice = '\\ufe00-\\ufe0f\\u180b-\\u180f\\u{e0100}-\\u{e01ef}'
/**
 * Letters of scripts without capitals, and marks. Between some of them a joiner changes how a word
 * is written. Between letters of other scripts it never does.
 */
const joining = `(?![${blank}${choice}])[\\p{Lo}\\p{Mn}\\p{Mc}]`
/**
 * Characters that a variation selector may follow: pictures in colour, keycaps, variants of Han and
 * Mongolian letters.
 */
const chosen =
  '\\p{Extended_Pictographic}\\ufe0f|[\\d#*]\\ufe0f\\u20e3|\\p{Script=Han}[\\u{e0100}-\\u{e01ef}]|(?![\\u180b-\\u180f])\\p{Script=Mongolian}[\\u180b-\\u180f]'
const picture = '\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]*'
/** The flags of England, Scotland and Wales. Fonts have no other flags of tag characters. */
const flag =
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}'
/** `DI`: also characters that Unicode keeps free for invisible ones, which fonts draw as nothing. */
const unseen = `\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cs}\\p{DI}${blank}${choice}`

const parts = /* @__PURE__ */ new RegExp(
  `(${picture}(?:\u200d${picture})+|${flag}|${chosen}|${joining}[\u200c\u200d](?=${joining}))|[${unseen}]`,
  'gu',
)

/**
 * Removes control, direction and zero-width characters, letters that look empty, and characters
 * that no font has. Those that belong to an emoji or shape a word stay. Use it for foreign texts
 * that are shown, and never for a text that a person has typed to search or to send.
 */
export function withoutUnseen(text: string): string {
  return text.replace(parts, (_, whole?: string) => whole ?? '')
}
