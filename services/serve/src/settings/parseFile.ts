import { BorderError, readJson } from '@latchkey/protocol/border'
import stripJsonComments from 'strip-json-comments'
import { SettingsError } from './settingsError.ts'

const limits = { bytes: 8 * 1024 * 1024, depth: 32, values: 500_000 }

/**
 * Reads JSON that may have line and block comments, and trailing commas.
 * @param name the file's name, for the message
 * @throws SettingsError with the number of the line, but without the line's text
 */
export function parseFile(text: string, name: string): unknown {
  const json =
    text.length > limits.bytes
      ? text
      : stripJsonComments(text.replace(/^\uFEFF/, ' '), { trailingCommas: true })
  try {
    return readJson(json, limits)
  } catch (error) {
    if (!(error instanceof BorderError)) throw error
    const why =
      error.fault === 'syntax'
        ? `is no JSON${placeIn(json)}`
        : `is too large: ${error.message.toLowerCase()}`
    throw new SettingsError([`${name}: ${why}`], { cause: error })
  }
}

/**
 * The line of a syntax error; empty where the parser reports no position. The parser's own message
 * is not used, because it quotes the text, which may be a secret.
 */
function placeIn(json: string): string {
  try {
    JSON.parse(json)
  } catch (error) {
    const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    if (position !== undefined)
      return `, see line ${json.slice(0, Number(position)).split('\n').length}`
    if (error instanceof Error && /end of JSON/.test(error.message)) return ': it ends too early'
  }
  return ''
}
