import { expect, test } from 'vitest'
import { readPeer } from './readPeer.ts'

test.each<[string, unknown, object | undefined]>([
  [
    'a name and a picture',
    { name: 'Rainbow', icons: ['https://a.example/i.png'] },
    { name: 'Rainbow', icon: 'https://a.example/i.png' },
  ],
  ['a name alone', { name: 'Rainbow' }, { name: 'Rainbow', icon: null }],
  ['a name with invisible characters', { name: ' Rain\u202ebow\n' }, { name: 'Rainbow', icon: null }],
  ['a name without end', { name: 'a'.repeat(1000) }, { name: 'a'.repeat(64), icon: null }],
  ['a picture that runs', { name: 'Rainbow', icons: ['javascript:alert(1)'] }, { name: 'Rainbow', icon: null }],
  ['a picture in the clear', { name: 'Rainbow', icons: ['http://a.example/i.png'] }, { name: 'Rainbow', icon: null }],
  ['pictures that are no list', { name: 'Rainbow', icons: 'https://a.example' }, { name: 'Rainbow', icon: null }],
  ['our name', { name: 'WalletConnect' }, undefined],
  ['no name', { name: ' ' }, undefined],
  ['a name that is none', { name: 7 }, undefined],
  ['nothing', undefined, undefined],
])('of %s is shown what can be', (_, metadata, wallet) => {
  expect(readPeer(metadata)).toEqual(wallet)
})
