/**
 * Formats a text that says who made the packed files, and from which sources.
 * @param {object} facts
 * @param {string} facts.commit of the released sources
 * @param {readonly { file: string, bytes: number, sha512: string }[]} facts.files `sha512` in
 *   base64
 */
export function provenanceText({ version, commit, tag, time, builder, node, npm, system, files }) {
  const rows = [
    ['version', version],
    ['commit', commit],
    ['tag', tag],
    ['time', time],
    ['builder', builder],
    ['node', node],
    ['npm', npm],
    ['system', system],
  ]
  return `${rows.map(([name, value]) => `${`${name}:`.padEnd(9)}${value}`).join('\n')}

Built by "npm run release" from the commit above, with the packages of its package-lock.json.

${files.map(({ file, bytes, sha512 }) => `${file}\n  bytes:  ${bytes}\n  sha512: ${sha512}`).join('\n')}

To check a file: openssl dgst -sha512 -binary FILE | openssl base64 -A
`
}
