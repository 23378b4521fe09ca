// Completes package-lock.json after `npm install`. When a registry lacks binaries of other
// platforms, npm leaves them out of the lock, and `npm ci` then refuses the lock. Adds each missing
// optional package with the exact version that its wrapper requires, and removes download URLs, so
// that the lock works with any registry.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))

const operatingSystem = /darwin|win32|linux|android|freebsd|openharmony|openbsd|netbsd|sunos|aix/
const processor = /arm64|x64|amd64|ia32|arm(?!64)|ppc64|riscv64|s390x|loong64|mips64el/

/** Whether a package installed at `from` would find `name` in the lock, walking up as Node does. */
function isLocked(from, name) {
  for (let folder = from; ; ) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
    const up = folder.lastIndexOf('/node_modules/')
    folder = up < 0 ? '' : folder.slice(0, up)
  }
}

let added = 0
for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(path, name) || !/^\d/.test(version)) continue
    const os = operatingSystem.exec(name)?.[0]
    const cpu = processor.exec(name)?.[0]?.replace('amd64', 'x64')
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(os && { os: [os] }),
      ...(cpu && { cpu: [cpu] }),
      ...(name.includes('musl') && { libc: ['musl'] }),
    }
    added++
  }

for (const entry of Object.values(lock.packages)) if (!entry.link) delete entry.resolved
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} optional packages added`)
