import type { Messages, Plural, Translation } from './messages.ts'

/** A language's file as JSON has it: by scope and key, a plural as an object of its forms. */
export type TranslationFile = {
  readonly [scope: string]: { readonly [key: string]: string | Plural['forms'] }
}

/** The messages of a language's file. Plurals are given their language. */
export function readTranslation(locale: string, file: TranslationFile): Translation {
  return Object.fromEntries(
    Object.entries(file).map(([scope, texts]) => [
      scope,
      Object.fromEntries(
        Object.entries(texts).map(([key, text]): [string, Messages[string]] => [
          key,
          typeof text === 'string' ? text : { locale, forms: text },
        ]),
      ),
    ]),
  )
}
