import { createRequire } from 'node:module'

const packages: Record<string, string> = {
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64',
  'linux arm64': '@foundry-rs/anvil-linux-arm64',
  'linux x64': '@foundry-rs/anvil-linux-amd64',
  'win32 x64': '@foundry-rs/anvil-win32-amd64',
}

/**
 * Path of the native anvil program for this platform, from the npm package that carries it.
 * @throws Error when anvil does not exist for the platform, or its package was not installed
 */
export function anvilBinary(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = packages[`${platform} ${arch}`]
  if (!name)
    throw new Error(
      `The devnet needs anvil, which does not exist for ${platform} ${arch}. It does for: ${Object.keys(packages).join(', ')}.`,
    )
  const program = platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    // Resolved from anvil, because the platform's package is a dependency of anvil, not of ours.
    const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return createRequire(anvil).resolve(`${name}/bin/${program}`)
  } catch (cause) {
    throw new Error(
      `The devnet needs anvil, but ${name} is not installed. Install again with optional dependencies: npm install --include=optional`,
      { cause },
    )
  }
}
