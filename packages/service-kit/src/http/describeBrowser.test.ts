import { expect, test } from 'vitest'
import { describeBrowser } from './describeBrowser.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
  ['curl (Linux)', 'A browser on Linux'],
  ['curl', 'A browser'],
])('describeBrowser › describes %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words)
})
