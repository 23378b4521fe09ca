import { expect, test } from 'vitest'
import { foreignPicture } from './foreignPicture.ts'

test.each([
  ['https://gateway.example/a.png', undefined, true],
  ['data:image/png;base64,AA==', undefined, true],
  ['http://gateway.example/a.png', undefined, false],
  ['http://127.0.0.1:1/a.png', undefined, false],
  ['http://127.0.0.1:1/a.png', 'https://api.example', false],
  ['https://192.168.0.1/a.png', 'https://api.example', false],
  ['https://api.example/a.png', 'https://api.example', true],
  ['http://api.example:81/a.png', 'http://api.example', false],
  ['http://192.168.0.1:81/a.png', 'http://192.168.0.1', false],
  ['http://127.0.0.1:8080/a.png', 'http://127.0.0.1:4000', true],
  ['http://me@127.0.0.1:8080/a.png', 'http://127.0.0.1:4000', false],
  ['http://127.0.0.2:8080/a.png', 'http://127.0.0.1:4000', false],
  ['javascript:alert(1)', 'http://127.0.0.1:4000', false],
])('a picture at %s for an API at %s is allowed: %s', (link, apiUrl, may) => {
  expect(foreignPicture(link, apiUrl)).toBe(may ? link : undefined)
})
