import { expect, test } from 'vitest'
import { findForbiddenText } from './forbiddenText.ts'
import { temporaryTree } from './testing/temporaryTree.ts'

const shipped = 'packages/protocol/src/a.ts'

test.each([
  [shipped, "frame.postMessage(message, '*')"],
  [shipped, 'frame.postMessage(message, "*", [port])'],
  [shipped, "if (origin.endsWith('.example.com')) accept()"],
  [shipped, 'if (event.origin.startsWith(allowed)) accept()'],
  [shipped, '// @ts-ignore'],
  [shipped, '// @ts-expect-error'],
  [shipped, 'const anything = z.any()'],
  ['apps/modal/src/a.test.ts', "test.skip('opens', () => {})"],
  ['e2e/playwright.config.ts', 'export const config = { retries: 2 }'],
  ['docs/guide.md', 'TODO: say more'],
  [shipped, 'eval(code)'],
  ['scripts/a.mjs', "const cache = '/home/ada/cache'"],
])('in %s is found: %s', (path, line) => {
  const finds = findForbiddenText(temporaryTree({ [path]: `const first = 1\n${line}\n` }))
  expect(finds.map((find) => find.split(' ')[0])).toEqual([`${path}:2`])
})

test.each([
  [shipped, "parent.postMessage({ type: READY }, '*') // READY goes to any parent"],
  [shipped, 'frame.postMessage(message, origin)'],
  [shipped, "const isSecure = origin.startsWith('https:')"],
  ['packages/protocol/src/a.test.ts', "frame.postMessage(hostile, '*')"],
  ['packages/protocol/src/a.test.ts', '// @ts-expect-error a missing handler does not compile'],
  [shipped, "const path = 'm/44/60'"],
  [shipped, "fetch('https://example.test/home/feed')"],
  ['packages/protocol/node_modules/x/a.ts', 'eval(code)'],
])('in %s is fine: %s', (path, line) => {
  expect(findForbiddenText(temporaryTree({ [path]: line }))).toEqual([])
})
