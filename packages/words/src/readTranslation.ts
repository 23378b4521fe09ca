import type { Messages, Plural, Translation } from './messages.ts'

/** The JSON file of a language: texts by scope and key. A plural is an object of its forms. */
export type TranslationFile = {
  readonly [scope: string]: { readonly [key: string]: string | Plural['forms'] }
}

/** Returns the messages of a language's file. Each plural gets the file's language. */
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
