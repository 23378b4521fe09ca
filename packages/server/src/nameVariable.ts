/**
 * Adds the environment variable of an option to the sentence about it: `origins.0: Expected …`
 * becomes `LATCHKEY_ORIGINS (origins.0): Expected …`. Any other sentence is unchanged.
 * @param variables the option that each variable sets, as its path
 */
export function nameVariable(
  sentence: string,
  variables: Readonly<Record<string, string>>,
): string {
  const [, option = ''] = /^([\w.]+): /.exec(sentence) ?? []
  const [variable] =
    Object.entries(variables).find(
      ([, path]) => option === path || option.startsWith(`${path}.`),
    ) ?? []
  return variable === undefined
    ? sentence
    : `${variable} (${option})${sentence.slice(option.length)}`
}
