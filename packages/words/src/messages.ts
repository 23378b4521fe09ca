/**
 * A text that depends on a count: one form for each plural category of its language, with the
 * placeholder `{count}`. The categories are those of `Intl.PluralRules`; a category without a form
 * uses `other`. A plural stores its own language: an English plural that replaces a missing
 * translation follows the rules of English.
 */
export type Plural<form extends string = string> = {
  readonly locale: string
  readonly forms: { readonly [category in Intl.LDMLPluralRule]?: form } & { readonly other: form }
}

/** A text with `{placeholders}`, or a plural. */
export type Message = string | Plural

/** Messages by key. */
export type Messages = { readonly [key: string]: Message }

/** The English messages of one folder. A translation has the same keys under the same scope. */
export type Catalogue<messages extends Messages = Messages, scope extends string = string> = {
  scope: scope
  texts: messages
}

/** The messages of one language, by scope and key. A missing message is shown in English. */
export type Translation = { readonly [scope: string]: Messages }

/** Declares the English messages of a folder: whole sentences with named placeholders. */
export function defineMessages<const scope extends string, const messages extends Messages>(
  scope: scope,
  texts: messages,
): Catalogue<messages, scope> {
  return { scope, texts }
}

/** Declares an English message that depends on `{count}`. */
export function plural<const one extends string, const other extends string>(
  one: one,
  other: other,
): Plural<one | other> {
  return { locale: 'en', forms: { one, other } }
}

/** The names of the `{placeholders}` in a message. */
export type Placeholders<message extends Message> = message extends string
  ? PlaceholdersOf<message>
  : message extends Plural<infer form>
    ? PlaceholdersOf<form> | 'count'
    : never

type PlaceholdersOf<text extends string> = text extends `${string}{${infer name}}${infer rest}`
  ? name | PlaceholdersOf<rest>
  : never

/** The values for a message's placeholders. The `count` of a plural is a number. */
export type Values<message extends Message> = {
  readonly [name in Placeholders<message>]: message extends Plural
    ? name extends 'count'
      ? number
      : string | number
    : string | number
}

/** The values of a message as the last parameter of a function; none if it has no placeholders. */
export type ValuesOf<message extends Message> = [Placeholders<message>] extends [never]
  ? []
  : [values: Values<message>]

/** Returns the text of a key with its placeholders filled. */
export type Translate<messages extends Messages> = <key extends keyof messages>(
  key: key,
  ...values: ValuesOf<messages[key]>
) => string
