import { describe, expect, test } from 'vitest'
import { readIcon } from './readIcon.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const asText = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`
const asBase64 = (text: string) => `data:image/svg+xml;base64,${btoa(text)}`
const png = 'data:image/png;base64,iVBORw0KGgo='

describe('a picture is kept', () => {
  test.each([
    ['PNG', png],
    ['JPEG', 'data:image/jpeg;base64,/9j/4AAQ'],
    ['WebP', 'data:image/webp;base64,UklGRg=='],
    ['GIF', 'data:image/gif;base64,R0lGODlh'],
    ['SVG, base64', asBase64(svg('<circle r="4"/>'))],
    ['SVG, percent-encoded', asText(svg('<circle r="4"/>'))],
    [
      'SVG with a gradient and a use',
      asText(svg('<linearGradient id="on"/><use href="#on"/><path fill="url(#on)" d="M0 0"/>')),
    ],
    ['https', 'https://example.com/icon.png'],
  ])('%s', (_, icon) => {
    expect(decodeURIComponent(readIcon(icon) ?? '')).toBe(decodeURIComponent(icon))
  })

  test('without the blanks around it', () => {
    expect(readIcon(`\n${png} `)).toBe(png)
  })

  test('an SVG that is not encoded comes out encoded: neither quotes nor brackets end an attribute or a url()', () => {
    const icon = readIcon(`data:image/svg+xml;utf8,${svg(`<path d='M(0)"'/>`)}`)
    expect(icon).toMatch(/^data:image\/svg\+xml,[\w%.~!*-]+$/)
    expect(decodeURIComponent(icon ?? '')).toBe(`data:image/svg+xml,${svg(`<path d='M(0)"'/>`)}`)
  })
})

describe('no picture:', () => {
  const scripts: [string, string][] = [
    ['a script', '<script>alert(1)</script>'],
    ['a script with a prefix', '<svg:script>alert(1)</svg:script>'],
    ['a handler', '<rect onload="alert(1)"/>'],
    ['a handler after a slash', '<rect/onload=alert(1)>'],
    ['a handler in capitals', '<rect OnClick = "alert(1)"/>'],
    ['a script address', '<image href="javascript:alert(1)"/>'],
    ['a script address in entities', '<image href="jav&#x61;script&#58;alert(1)"/>'],
    ['… broken by a line end', '<image href="java&#10;script:alert(1)"/>'],
    ['… with named entities', '<image href="java&Tab;script&colon;alert(1)"/>'],
    ['foreign content', '<foreignObject><iframe src="x"/></foreignObject>'],
    ['a link', '<a href="https://evil.example"><rect/></a>'],
    ['an animation that sets an address', '<set attributeName="href" to="x"/>'],
  ]
  test.each(
    scripts.flatMap(([what, content]) => [
      [`${what}, as text`, asText(svg(content))],
      [`${what}, in base64`, asBase64(svg(content))],
    ]),
  )('an SVG with %s', (_, icon) => {
    expect(readIcon(icon)).toBeNull()
  })

  const utf16 = `data:image/svg+xml;base64,${btoa(`\xff\xfe${[...svg('<script/>')].map((one) => `${one}\0`).join('')}`)}`
  test.each([
    ['an SVG with entities of its own', asText(`<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`)],
    ['an SVG in UTF-16', utf16],
    ['an SVG that is none', asText('<html></html>')],
    ['an SVG in broken percent signs', 'data:image/svg+xml,%E0%A4%A'],
    ['longer than 64 KB', `data:image/png;base64,${'A'.repeat(64 * 1024)}`],
    ['a page', 'data:text/html,<script>alert(1)</script>'],
    ['a page that says it is a picture later', 'data:text/html;image/png;base64,AAAA'],
    ['another kind of picture', 'data:image/x-icon;base64,AAAA'],
    ['a PNG that is not base64', 'data:image/png,abcd'],
    ['a PNG with other characters', 'data:image/png;base64,AA"onerror=x'],
    ['an address without encryption', 'http://example.com/icon.png'],
    ['an address with a password', 'https://user:word@example.com/icon.png'],
    ['a long address', `https://example.com/${'a'.repeat(2048)}`],
    ['script', 'javascript:alert(1)'],
    ['a blob', 'blob:https://example.com/x'],
    ['a path', '/icon.png'],
    ['nothing', ''],
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['an object', { toString: () => png }],
    ['a list', [png]],
  ])('%s', (_, icon) => {
    expect(readIcon(icon)).toBeNull()
  })
})
