import { describe, expect, test } from 'vitest'
import { createTestPage } from '../../connectors/social/testPage.fixture.ts'
import type { SocialProvider } from '../../Modal.ts'
import { createTestModal } from '../../modal.fixture.ts'
import { isWebView, socialsAtom } from './socials.ts'

const browsers = {
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Chrome on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
}
const webViews = {
  'an app on Android':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/X; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36',
  'an app on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0 Safari/604.1',
}

describe('whom a page offers to sign in with', () => {
  test.each(Object.entries(browsers))('%s is no browser view of an app', (_, userAgent) => {
    expect(isWebView(userAgent)).toBe(false)
  })

  test.each(Object.entries(webViews))(
    'in the browser view of %s those stay away that refuse to show there',
    (_, userAgent) => {
      expect(isWebView(userAgent)).toBe(true)
      const page = Object.assign(createTestPage(), { userAgent })
      const socials = ['google', 'apple', 'facebook', 'farcaster'] as const
      const { store } = createTestModal({ settings: { features: { socials } }, services: { page } })
      expect(store.get(socialsAtom)).toEqual(['apple', 'farcaster'])
    },
  )

  test('the site’s order is kept, each is there once, and what nobody knows is left out', () => {
    const socials = ['x', 'google', 'x', 'myspace', 'constructor'] as unknown as SocialProvider[]
    const { store } = createTestModal({ settings: { features: { socials } } })
    expect(store.get(socialsAtom)).toEqual(['x', 'google'])
  })

  test('a site that says nothing offers none', () => {
    expect(createTestModal().store.get(socialsAtom)).toEqual([])
  })
})
