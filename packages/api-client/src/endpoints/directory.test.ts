import { expect, test } from 'vitest'
import { walletFields } from './directory.ts'

const wallet = (changes: object) => ({ id: 'one', name: 'One', chains: ['eip155:1'], ...changes })
const accepts = (changes: object): boolean => walletFields.safeParse(wallet(changes)).success

test.each([
  'https://wallet.example',
  'HTTPS://wallet.example/wc',
  'trust://',
  'trust:',
  'okex://main',
  'io.example.wallet://open',
  'onekey-wallet://',
  'edge://',
  'intentwallet://',
  'aboutme://',
  'filecoin://',
])('a wallet may be opened by %s', (link) => {
  expect(accepts({ mobile_link: link, desktop_link: link })).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://wallet.example/1',
  'filesystem:https://wallet.example/temporary/x',
  'file:///etc/passwd',
  'about:blank',
  'view-source:https://wallet.example',
  'http://wallet.example',
  'ws://wallet.example',
  'ftp://wallet.example',
  'intent://scan/#Intent;scheme=zxing;package=com.example;end',
  'INTENT:#Intent;end',
  'android-app://com.example',
  'market://details?id=com.example',
  'content://com.example/x',
  'itms-services://?action=download-manifest&url=https://a.example',
  'itms-apps://apps.apple.com',
  'ms-msdt:/id',
  'search-ms:query=x',
  'shell:startup',
  'chrome://settings',
  'chrome-extension://abc/popup.html',
  'moz-extension://abc',
  'x-apple.systempreferences:',
  'mailto:ada@example.org',
  'tel:112',
  'sms:112',
  'facetime-audio:112',
  'https:',
  'https://',
  'https:///x',
  'https:wallet.example',
  '//wallet.example',
  'wallet.example',
  ' trust://',
  'tr ust://',
  'trust://a b',
  '1wallet://',
  '',
  `trust://${'a'.repeat(512)}`,
])('no wallet is opened by %j', (link) => {
  expect(accepts({ mobile_link: link })).toBe(false)
  expect(accepts({ desktop_link: link })).toBe(false)
})

test.each(['webapp_link', 'homepage', 'app_store', 'play_store', 'chrome_store'])('%s is a web page alone', (field) => {
  expect(accepts({ [field]: 'https://wallet.example' })).toBe(true)
  for (const link of [
    'trust://',
    'http://wallet.example',
    'javascript:alert(1)',
    'intent://x',
    'https://',
    'https:///',
  ])
    expect(accepts({ [field]: link })).toBe(false)
})
