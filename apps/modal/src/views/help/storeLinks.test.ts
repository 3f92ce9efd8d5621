import { expect, test } from 'vitest'
import { storeLinks } from './storeLinks.ts'

const wallet = {
  id: 'vulpes',
  name: 'Vulpes',
  chains: [],
  chrome_store: 'https://chrome.example/',
  app_store: 'https://apple.example/',
  play_store: 'https://play.example/',
  homepage: 'https://vulpes.example/',
}
const chrome = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  ['Chrome', chrome, 'chrome homepage appStore playStore'],
  ['Firefox', firefox, 'homepage appStore playStore'],
  ['an iPhone', iphone, 'appStore homepage'],
  ['Android', android, 'playStore homepage'],
])('%s is led to %s', (_, userAgent, stores) => {
  expect(
    storeLinks(wallet, userAgent)
      .map(({ store }) => store)
      .join(' '),
  ).toBe(stores)
})

test('places that nobody knows are left out', () => {
  expect(storeLinks({ ...wallet, chrome_store: null, homepage: '' }, chrome)).toEqual([
    { store: 'appStore', href: 'https://apple.example/' },
    { store: 'playStore', href: 'https://play.example/' },
  ])
})
