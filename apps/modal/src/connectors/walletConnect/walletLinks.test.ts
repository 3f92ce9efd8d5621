import { describe, expect, test } from 'vitest'
import { pairingLinks, requestLink } from './walletLinks.ts'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
const encoded = encodeURIComponent(uri)

describe('pairingLinks', () => {
  test.each<[link: string, href: string, target: '_self' | '_blank']>([
    ['trust://', `trust://wc?uri=${encoded}`, '_self'],
    ['trust:', `trust://wc?uri=${encoded}`, '_self'],
    ['okex://main/', `okex://main/wc?uri=${encoded}`, '_self'],
    ['okex://main', `okex://main/wc?uri=${encoded}`, '_self'],
    ['kucoin:///wallet/walletConnect/', `kucoin://wallet/walletConnect/wc?uri=${encoded}`, '_self'],
    ['io.example.wallet://open?from=site', `io.example.wallet://open/wc?from=site&uri=${encoded}`, '_self'],
    ['https://metamask.app.link/', `https://metamask.app.link/wc?uri=${encoded}`, '_blank'],
    ['HTTPS://wallet.example', `HTTPS://wallet.example/wc?uri=${encoded}`, '_blank'],
    ['https://wallet.example/a/b//', `https://wallet.example/a/b/wc?uri=${encoded}`, '_blank'],
    ['https://wallet.example/?lang=en', `https://wallet.example/wc?lang=en&uri=${encoded}`, '_blank'],
    ['https://wallet.example/#top', `https://wallet.example/wc?uri=${encoded}`, '_blank'],
  ])('%s pairs by %s', (mobile_link, href, target) => {
    expect(pairingLinks({ mobile_link }, uri, 'mobile').app).toEqual({ href, target })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript://%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://wallet.example/1',
    'file:///etc/passwd',
    'http://wallet.example',
    'about:blank',
    'intent://x#Intent;scheme=https;end',
    'https://',
    'https:///',
    ' trust://',
    'trust',
    'trust://a b',
    '',
    null,
    undefined,
  ])('%j leads nowhere', (link) => {
    const wallet = { mobile_link: link, desktop_link: link, webapp_link: link }
    expect(pairingLinks(wallet, uri, 'mobile')).toEqual({ app: null, web: null })
    expect(pairingLinks(wallet, uri, 'desktop')).toEqual({ app: null, web: null })
  })

  test('a phone opens the app for phones, a computer the one for computers, and both the web app', () => {
    const wallet = { mobile_link: 'a://', desktop_link: 'b://', webapp_link: 'https://c.example' }
    const web = { href: `https://c.example/wc?uri=${encoded}`, target: '_blank' }
    expect(pairingLinks(wallet, uri, 'mobile')).toEqual({
      app: { href: `a://wc?uri=${encoded}`, target: '_self' },
      web,
    })
    expect(pairingLinks(wallet, uri, 'desktop')).toEqual({
      app: { href: `b://wc?uri=${encoded}`, target: '_self' },
      web,
    })
  })

  test.each(['', 'wc:', 'javascript:alert(1)', `wc:${'ab'.repeat(32)}@1?bridge=x`, `${uri} x`])(
    'nothing is opened for the address %j',
    (address) => {
      expect(pairingLinks({ mobile_link: 'trust://' }, address, 'mobile')).toEqual({ app: null, web: null })
    },
  )

  test('what is in a pairing address cannot leave its place in the link', () => {
    const { app } = pairingLinks({ mobile_link: 'trust://' }, `${uri}&x=#/../`, 'mobile')
    expect(new URL(app?.href ?? '').searchParams.get('uri')).toBe(`${uri}&x=#/../`)
  })
})

describe('requestLink', () => {
  const request = { requestId: 1700000000000123, sessionTopic: 'ef'.repeat(32) }
  const query = `requestId=1700000000000123&sessionTopic=${'ef'.repeat(32)}`

  test.each([
    [
      { native: 'rainbow://', universal: 'https://rnbwapp.com' },
      { href: `rainbow://wc?${query}`, target: '_self' },
    ],
    [{ universal: 'https://rnbwapp.com' }, { href: `https://rnbwapp.com/wc?${query}`, target: '_blank' }],
    [
      { native: 'javascript:alert(1)', universal: 'https://a.example' },
      { href: `https://a.example/wc?${query}`, target: '_blank' },
    ],
    [{ native: 'javascript:alert(1)', universal: 'http://a.example' }, null],
    [{ native: 'intent://x#Intent;end', universal: 'itms-services://x' }, null],
    [{ native: 7, universal: {} }, null],
    [{}, null],
    [undefined, null],
  ])('a wallet that says %j is opened by %j', (redirect, link) => {
    expect(requestLink(redirect, request)).toEqual(link)
  })
})
