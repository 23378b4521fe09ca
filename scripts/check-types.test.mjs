import { expect, test } from 'vitest'
import { projectFaults } from './check-types.mjs'

const kit = {
  folder: 'packages/kit',
  platform: 'tsconfig.browser.json',
  own: ['packages/kit/src/a.ts'],
  loaded: ['packages/kit/src/a.ts', 'node_modules/typescript/lib/lib.dom.d.ts'],
}
const api = {
  folder: 'services/api',
  platform: 'tsconfig.node.json',
  own: ['services/api/src/b.ts'],
  loaded: ['services/api/src/b.ts', 'node_modules/@types/node/index.d.ts'],
}
const protocol = {
  folder: 'packages/protocol',
  platform: 'tsconfig.neither.json',
  own: ['packages/protocol/src/c.ts'],
  loaded: ['packages/protocol/src/c.ts'],
}
const projects = [kit, api, protocol]
const files = projects.flatMap(({ own }) => own)

test('`projectFaults` accepts files that each belong to one project of the right platform', () => {
  expect(projectFaults(files, projects)).toEqual([])
})

test('`projectFaults` reports a file that no project lists', () => {
  expect(projectFaults([...files, 'packages/kit/new.ts'], projects)).toEqual([
    'packages/kit/new.ts: no tsconfig.json lists it, so its types are not checked',
  ])
})

test('`projectFaults` reports a file that two projects list', () => {
  const tests = { folder: '.', platform: 'tsconfig.base.json', own: kit.own, loaded: kit.loaded }
  expect(projectFaults(files, [...projects, tests])).toEqual([
    'packages/kit/src/a.ts: listed by several projects: packages/kit, .',
  ])
})

test.each([
  [kit, 'node_modules/@types/node/index.d.ts'],
  [api, 'node_modules/typescript/lib/lib.dom.d.ts'],
  [protocol, 'node_modules/@types/node/index.d.ts'],
  [protocol, 'node_modules/typescript/lib/lib.dom.iterable.d.ts'],
])(
  '`projectFaults` reports a project that loads the types of another platform',
  (project, path) => {
    const leaking = { ...project, loaded: [...project.loaded, path] }
    expect(projectFaults(project.own, [leaking])).toEqual([
      `${project.folder} extends ${project.platform}, and loads ${path}`,
    ])
  },
)
