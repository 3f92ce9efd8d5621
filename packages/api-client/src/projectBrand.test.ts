import { expect, test } from 'vitest'
import { maxLogoLength, readBrand } from './projectBrand.ts'

/** Builds the chunks of a PNG, without checksums, which aren't checked here. */
const png = ({ type = 'IHDR', width = 64, height = 64, extra = '', end = 'IEND', fill = 0 } = {}): string => {
  const chunk = (name: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const middle = extra === '' ? [] : [chunk(extra, Buffer.alloc(8))]
  const content = [
    signature,
    chunk(type, header),
    ...middle,
    chunk('IDAT', Buffer.alloc(fill)),
    chunk(end, Buffer.alloc(0)),
  ]
  return Buffer.concat(content).toString('base64')
}
const asPng = (base64: string): string => `data:image/png;base64,${base64}`
const base64Of = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

const brand = {
  name: 'Harbour Market',
  color: '#0b6e4f',
  logo: asPng(png()),
  links: { home: 'https://harbour.example', terms: 'https://harbour.example/terms?v=1' },
}

test.each([
  brand,
  { name: 'Ä' },
  { name: 'Café No. 5' },
  { name: '日本の店 Shop' },
  { name: 'Магазин' },
  { ...brand, logo: asPng(png({ width: 32, height: 512 })) },
  { ...brand, links: {} },
])('readBrand › takes %j', (sent) => {
  expect(readBrand(sent)).toEqual(sent)
})

test.each([
  ['nothing', undefined],
  ['no object', 'Harbour Market'],
  ['no name', { color: '#fff' }],
  ['an unknown field', { ...brand, font: 'Comic Sans' }],
  ['an empty name', { name: '' }],
  ['a name of spaces', { name: '   ' }],
  ['a name of punctuation', { name: '...' }],
  ['a long name', { name: 'a'.repeat(41) }],
  ['a name of two lines', { name: 'Harbour\nMarket' }],
  ['a name that turns its direction', { name: 'Harbour\u202etekraM' }],
  ['a name with an invisible character', { name: 'Harbour\u200b Market' }],
  ['a name with a wide space', { name: 'Harbour\u3000Market' }],
  ['a name with a Cyrillic letter among Latin ones', { name: 'Harbоur Market' }],
  ['a name with a Greek letter among Latin ones', { name: 'Harbοur' }],
  ['a name with a full-width letter', { name: '\uff28arbour' }],
  ['a name with stacked accents', { name: 'Harbou\u0300\u0301\u0302\u0303r' }],
  ['a color by name', { ...brand, color: 'red' }],
  ['a color that one can see through', { ...brand, color: '#ff00ff80' }],
  ['a color that ends the rule', { ...brand, color: '#fff;background:url(https://evil.example)' }],
  ['a script for a link', { ...brand, links: { home: 'javascript:alert(1)' } }],
  ['a link without TLS', { ...brand, links: { home: 'http://harbour.example' } }],
  ['a data link', { ...brand, links: { terms: 'data:text/html,x' } }],
  ['a link with a user name', { ...brand, links: { support: 'https://harbour.example@evil.example/' } }],
  ['a link with a tab', { ...brand, links: { terms: 'https://harbour.example/\tterms' } }],
  ['a link that is not written as the standard does', { ...brand, links: { terms: 'https:harbour.example' } }],
  ['a mail link', { ...brand, links: { support: 'mailto:ada@harbour.example' } }],
  ['an empty link', { ...brand, links: { support: '' } }],
  ['a long link', { ...brand, links: { home: `https://harbour.example/${'a'.repeat(200)}` } }],
  ['an unknown link', { ...brand, links: { phone: 'https://harbour.example' } }],
  ['a logo at an address', { ...brand, logo: 'https://harbour.example/logo.png' }],
  ['a drawing with a script', { ...brand, logo: `data:image/svg+xml;base64,${base64Of('<svg><script/></svg>')}` }],
  ['a drawing that says it is a PNG', { ...brand, logo: asPng(base64Of('<svg xmlns="http://www.w3.org/2000/svg"/>')) }],
  ['a JPEG that says it is a PNG', { ...brand, logo: asPng(base64Of('\xff\xd8\xff\xe0'.padEnd(64, 'x'))) }],
  ['an empty logo', { ...brand, logo: asPng('') }],
  ['no base64', { ...brand, logo: asPng('%%%%') }],
  ['a PNG without a header', { ...brand, logo: asPng(png({ type: 'tEXt' })) }],
  ['a PNG that is cut off', { ...brand, logo: asPng(png({ end: 'tEXt' })) }],
  ['a PNG with something behind its end', { ...brand, logo: asPng(`${png()}${base64Of('<script>')}`) }],
  ['a moving PNG', { ...brand, logo: asPng(png({ extra: 'acTL' })) }],
  ['a PNG of a billion pixels', { ...brand, logo: asPng(png({ width: 32_768, height: 32_768 })) }],
  ['a PNG of one pixel', { ...brand, logo: asPng(png({ width: 1, height: 1 })) }],
  ['a large PNG', { ...brand, logo: asPng(png({ fill: 9_000 })) }],
])('readBrand › drops a brand with %s', (_, sent) => {
  expect(readBrand(sent)).toBeNull()
})

test('maxLogoLength › has room for 8 KiB', () => {
  expect(readBrand({ ...brand, logo: asPng(png({ fill: 8_100 })) })).not.toBeNull()
  expect(maxLogoLength).toBeLessThan(11_000)
})
