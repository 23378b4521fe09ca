/**
 * Adds the name of the environment variable to a sentence about an option: `origins.0: Expected …`
 * becomes `LATCHKEY_ORIGINS (origins.0): Expected …`. Any other sentence is returned unchanged.
 * @param variables for each variable, the path of the option that it sets
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
