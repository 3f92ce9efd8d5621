import { expect, test } from 'vitest'
import { allowsSource } from './allowsSource.ts'
import { readPolicies } from './readPolicies.ts'

const wallet = 'https://wallet.example.com'
test.each([
  ["frame-src 'self'", false],
  ['frame-src https://wallet.example.com', true],
  ['frame-src https://wallet.example.com/sdk', true],
  ['frame-src wallet.example.com', true],
  ['frame-src http://wallet.example.com', true],
  ['frame-src *.example.com', true],
  ['frame-src *.wallet.example.com', false],
  ['frame-src https://wallet.example.com:*', true],
  ['frame-src https://wallet.example.com:8443', false],
  ['frame-src https:', true],
  ['frame-src http:', true],
  ['frame-src data:', false],
  ['frame-src *', true],
  ["frame-src 'none'", false],
  ['frame-src', false],
  ["child-src 'self'", false],
  ["default-src 'self'; child-src https:", true],
  ["default-src 'self'", false],
  ["default-src 'self'; frame-src HTTPS://WALLET.example.com", true],
  ["script-src 'self'", true],
  ["frame-src https:, frame-src 'self'", false],
])('a page with %j may embed the wallet: %s', (line, isAllowed) => {
  expect(allowsSource(readPolicies(line), 'frame-src', wallet, 'https://shop.example')).toBe(isAllowed)
})

test.each([
  ["img-src 'self' data:", true],
  ["img-src 'self'", false],
  ['img-src *', false],
])('a page with %j may show a data image: %s', (line, isAllowed) => {
  expect(allowsSource(readPolicies(line), 'img-src', 'data:image/png,', 'https://shop.example')).toBe(isAllowed)
})
