/**
 * The sentence of a wrong option with the environment variable that the option was read from: `origins.0: Expected …` becomes
 * `LATCHKEY_ORIGINS (origins.0): Expected …`. Any other sentence stays as it is.
 * @param variables the option of each variable, as its path
 */
export function nameVariable(sentence: string, variables: Readonly<Record<string, string>>): string {
  const [, option = ''] = /^([\w.]+): /.exec(sentence) ?? []
  const [variable] = Object.entries(variables).find(([, path]) => option === path || option.startsWith(`${path}.`)) ?? []
  return variable === undefined ? sentence : `${variable} (${option})${sentence.slice(option.length)}`
}
