/**
 * Reads `--name` flags, each on or off. Prints the help and exits on `--help`. Exits with an error
 * on any other argument.
 * @param {Record<string, string>} known descriptions by name without dashes
 */
export function readFlags(usage, known) {
  const help = [
    `Usage: ${usage}`,
    '',
    ...Object.entries(known).map(([name, does]) => `  --${name.padEnd(10)} ${does}`),
    `  --${'help'.padEnd(10)} Shows this.`,
  ].join('\n')
  const words = process.argv.slice(2)
  if (words.includes('--help') || words.includes('-h')) {
    console.log(help)
    process.exit(0)
  }
  const unknown = words.find((word) => !word.startsWith('--') || !(word.slice(2) in known))
  if (unknown) {
    console.error(`Unknown option "${unknown}".\n\n${help}`)
    process.exit(1)
  }
  return Object.fromEntries(Object.keys(known).map((name) => [name, words.includes(`--${name}`)]))
}
